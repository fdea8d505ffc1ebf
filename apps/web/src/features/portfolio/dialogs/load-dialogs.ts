/** Loads the portfolio dialogs, which are in a separate chunk because the first render does not need them. */
export const loadPortfolioDialogs = async () => (await import('./portfolio-dialogs.tsx')).PortfolioDialogs

/** Loads the portfolio dialogs, which are split out because the first render does not need them. */
export const loadPortfolioDialogs = async () => (await import('./portfolio-dialogs.tsx')).PortfolioDialogs

/** The dialogs of the portfolio: code of their own, because the first look at the positions does without. */
export const loadPortfolioDialogs = async () => (await import('./portfolio-dialogs.tsx')).PortfolioDialogs

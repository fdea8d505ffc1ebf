/**
 * Stocks that the example search tries first, in order: large companies with liquid options, mostly dividend payers.
 */
export const liquidSymbols: readonly string[] = `
AAPL KO JPM XOM MSFT PG DIS VZ CSCO WMT INTC BAC JNJ HD NVDA PEP CVX T MCD IBM AMD WFC CAT PFE QCOM NKE C ABBV GE TXN
MRK SBUX F CVS GM MO PM LOW TGT ORCL MU AMZN UPS BA RTX HON MMM DE LMT UNP CSX ABT BMY AMGN GILD UNH MDT CL KMB GIS KHC
MDLZ COST DAL SLB COP OXY KMI WMB OKE DOW NEM FCX SO DUK NEE D EXC O SPG AMT PLD USB PNC TFC SCHW GS MS BLK AXP MET PRU
AIG V MA CMCSA`
  .trim()
  .split(/\s+/)

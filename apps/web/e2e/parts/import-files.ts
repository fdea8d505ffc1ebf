/** A history of Robinhood: 100 shares and a call on them. */
export const HISTORY = `"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"
"6/12/2026","6/12/2026","6/15/2026","BRMZ","BRMZ 8/21/2026 Call $460.00","STO","1","$6.10","$609.35"
"6/12/2026","6/12/2026","6/15/2026","BRMZ","Bramble","Buy","100","$398.00","($39,800.00)"
`

/** The same trades, as copied from a spreadsheet with columns of its own. */
export const UNKNOWN = `Day\tAction\tContract\tQty\tPrice\tFees
2026-06-12\tSold to open\tBRMZ 08/21/2026 460 C\t1\t6.10\t0.65
2026-06-12\tBought\tBRMZ\t100\t398\t0
`

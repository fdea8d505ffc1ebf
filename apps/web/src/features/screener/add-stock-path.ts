import { buildAddPositionPath } from '../../shared/paths.ts'

const emptyFields = { expiration: null, strike: null, entryPrice: null, premium: null, contracts: null } as const

/** URL path that opens the Add Position dialog for a stock. The form fills in the other fields or asks for them. */
export const buildAddStockPath = (symbol: string) => buildAddPositionPath({ symbol, ...emptyFields })

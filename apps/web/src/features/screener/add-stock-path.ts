import { buildAddPositionPath } from '../../shared/paths.ts'

const emptyFields = { expiration: null, strike: null, entryPrice: null, premium: null, contracts: null } as const

/** Path that opens the Add Position dialog for this stock. The form fills in or asks for the rest. */
export const buildAddStockPath = (symbol: string) => buildAddPositionPath({ symbol, ...emptyFields })

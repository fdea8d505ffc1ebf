import { buildAddPositionPath } from '../../shared/paths.ts'

const asked = { expiration: null, strike: null, entryPrice: null, premium: null, contracts: null } as const

/** The portfolio with its form for a new position of this stock; the form finds or asks for the rest. */
export const buildAddStockPath = (symbol: string) => buildAddPositionPath({ symbol, ...asked })

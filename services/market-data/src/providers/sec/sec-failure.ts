import { ProviderFailure } from '../http/provider-failure.ts'

export const NAME = 'sec'

export const unreadable = (detail: string) => new ProviderFailure(NAME, { kind: 'unreadable', detail })

export const unknownSymbol = (symbol: string) =>
  new ProviderFailure(NAME, { kind: 'not_found', detail: `the SEC lists no company for ${symbol}` })

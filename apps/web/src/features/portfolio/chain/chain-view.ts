import type { Chain, ChainSettings } from '../../../api/lifecycle.ts'

export const intentLabels: Readonly<Record<ChainSettings['intent'], string>> = {
  '': 'Not decided',
  keep_shares: 'Keep the shares',
  happy_to_sell: 'Happy to sell',
}

/** A chain's settings as the form has them: empty texts for none. */
export const readSettings = ({ intent, account, taxDeferred, note }: Chain): ChainSettings => ({
  intent: intent ?? '',
  account: account ?? '',
  taxDeferred,
  note: note ?? '',
})

export function hasChanged(chain: Chain, settings: ChainSettings): boolean {
  const stored = readSettings(chain)
  return (
    stored.intent !== settings.intent ||
    stored.account !== settings.account ||
    stored.taxDeferred !== settings.taxDeferred ||
    stored.note !== settings.note
  )
}

/** Chains that can become part of a chain: other ones on the same stock and in the same account. */
export const listJoinable = (chain: Chain, chains: readonly Chain[]): readonly Chain[] =>
  chains.filter(
    ({ chainId, symbol, account }) => chainId !== chain.chainId && symbol === chain.symbol && account === chain.account,
  )

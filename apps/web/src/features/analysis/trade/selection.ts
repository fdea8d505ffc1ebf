import type { OptionChain, OptionContract } from '../../../api/option-chain.ts'

const hasBid = ({ bid, flags }: OptionContract) => (bid ?? 0) > 0 && !flags.includes('zero_bid')

const timeValueYield = ({ timeValueYieldPct }: OptionContract) => timeValueYieldPct ?? Number.NEGATIVE_INFINITY

/**
 * The call that chart, ladder and trade preview are about: the one of the strike asked for, null where none is listed.
 * Where no strike is asked for: of the calls in range (delta 0.15 to 0.25) that somebody bids for the one with the highest
 * yield of time value, else the first above the price with a bid, else null.
 */
export function chooseCall(
  chain: Pick<OptionChain, 'contracts' | 'price'>,
  strike: number | null,
): OptionContract | null {
  const calls = chain.contracts.filter(({ side }) => side === 'call')
  if (strike !== null) return calls.find((call) => call.strike === strike) ?? null
  const [best] = calls
    .filter((call) => call.inTarget && hasBid(call) && !call.flags.includes('crossed'))
    .toSorted((a, b) => timeValueYield(b) - timeValueYield(a))
  if (best !== undefined) return best
  const { price } = chain
  return (price !== null && calls.find((call) => call.strike > price && hasBid(call))) || null
}

import {
  type CallQualification,
  type GrantPrices,
  type IsoDate,
  isUnpriced,
  judgeWriting,
  listWritings,
  pickDecisive,
  previousTradingDay,
  type Writing,
} from '@callwright/scoring'
import type { Ledger } from '../ledger/ledger-book.ts'
import type { ValuedChain } from '../valuation/chains.ts'
import type { ChainChoice } from '../valuation/valuation.ts'
import type { ReadGrant } from './grants.ts'

/** Sessions of earlier days are not known, so neither are the closes before them. */
export const FIRST_GRANT_DAY = '2010-02-01'

export const NO_PRICES: GrantPrices = { priorClose: null, open: null, listedStrikes: [] }

/** Prices of the day on which contracts were written, in the terms of that day. */
export function readGrantPrices({ day }: Pick<Writing, 'day'>, valued: ValuedChain | undefined): GrantPrices {
  if (valued === undefined || day < FIRST_GRANT_DAY) return NO_PRICES
  return {
    priorClose: requireUsable(valued.market.closeOn(previousTradingDay(day))),
    open: requireUsable(valued.openOn(day)),
    listedStrikes: [],
  }
}

/** A price of 0 is a gap in the source's bars. */
const requireUsable = (price: number | null): number | null => (price !== null && price > 0 ? price : null)

/** Adds the market data that the verdicts on the calls of the chosen chains need, also on contracts written on `added`. */
export function withGrantDays(choice: ChainChoice, added: readonly IsoDate[] = []): ChainChoice {
  let writings: ReturnType<typeof listWritings> = new Map()
  return {
    ...choice,
    choose: (ledger, settings) => {
      const chains = choice.choose(ledger, settings)
      writings = listWritings(ledger.replayed, chains)
      return chains
    },
    grantDaysOf: ({ calls }) => {
      const own = [...calls.keys()].flatMap((id) => (writings.get(id) ?? []).filter(isUnpriced).map(({ day }) => day))
      return [...new Set([...own, ...added])].filter((day) => day >= FIRST_GRANT_DAY)
    },
  }
}

/** Reads whether the calls of chains are qualified covered calls, as the rule reads (L52). */
export function openQualifications({ replayed }: Ledger, chains: readonly Pick<ValuedChain, 'chain'>[]) {
  const writings = listWritings(
    replayed,
    chains.map(({ chain }) => chain),
  )
  return (valued: ValuedChain, positionId: string): CallQualification => {
    const own = writings.get(positionId) ?? []
    return pickDecisive(own.map((writing) => judgeWriting(writing, readGrantPrices(writing, valued)))) ?? UNREAD
  }
}

const UNREAD: CallQualification = {
  qualified: null,
  reason: 'Unknown: the day on which the call was written is missing.',
}

/** Judges a call sold today. Without strikes, those listed for the expiration that was asked about count. */
export type Qualify = (
  call: { readonly strike: number; readonly expiration: IsoDate },
  listedStrikes?: readonly number[],
) => CallQualification

/** Reads today's prices of a chain's stock for verdicts on new calls, and the strikes listed for one expiration. */
export async function openQualifier(
  { chain: { symbol }, market: { today: day } }: ValuedChain,
  asked: { readonly readGrant: ReadGrant; readonly expiration: IsoDate; readonly requestId: string },
): Promise<Qualify> {
  const grant = await asked.readGrant(
    { symbol, day, expiration: asked.expiration },
    { today: day, requestId: asked.requestId },
  )
  const { priorClose, open, listedStrikes: known } = grant ?? NO_PRICES
  return (call, listedStrikes = known) =>
    judgeWriting({ ...call, day, grant: null }, { priorClose, open, listedStrikes })
}

export const toWireQualification = ({ qualified, reason }: CallQualification) => ({
  qualified,
  qualified_reason: reason,
})

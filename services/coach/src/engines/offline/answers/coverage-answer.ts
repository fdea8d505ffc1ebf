import { type Answered, countOf, explainFailure, type Reply, type Session, say, showCall } from '../session.ts'
import { answerTrade } from './trade-answers.ts'

/** Answers how many calls the user's shares cover and how many more the user can write. */
export async function answerCoverage(session: Session, symbol: string | null): Promise<Reply> {
  const { said, ask } = session
  const found = await ask('coverable_calls', { symbol, shares: said.slots.shares })
  if (!found.ok) return explainFailure(found)
  const cover = say([describeCover(found), describePart(said.text), describeOpen(found)], showCall(found))
  if (symbol === null || said.slots.strike?.isPoint !== true) return cover
  const trade = await answerTrade(session, symbol)
  return { text: `${cover.text}\n\n${trade.text}`, card: trade.card }
}

function describeCover({ at, result }: Answered): string {
  const shares = countOf(at('shares'), result.shares, 'share')
  if (result.contracts === 0)
    return `${at('contracts')} calls: one call covers 100 shares, but you have only ${shares}.`
  const calls = countOf(at('contracts'), result.contracts, 'call')
  const left = result.uncovered_shares === 0 ? '' : `; ${at('uncovered_shares')} of them remain uncovered`
  return `${shares} cover ${calls} (${at('covered_shares')} shares)${left}.`
}

const PART_OF_SHARE = /\d\.\d+ (?:[\w.]+ )?(?:shares?|shs?)\b/u

const describePart = (text: string): string | null =>
  PART_OF_SHARE.test(text) ? 'Only whole shares are counted.' : null

function describeOpen({ at, result }: Answered): string | null {
  if (!(Number(result.open_contracts) > 0)) return null
  const open = countOf(at('open_contracts'), result.open_contracts, 'open call')
  return `You already have ${open} on ${at('symbol')}, so you can write ${at('contracts_left')} more.`
}

const OWN = /\b(?:my|mine|i (?:own|have|hold)|i've got|we own)\b/u

/**
 * Checks a question about writing calls on the user's shares. Returns a reply if all shares are already covered, a note
 * if some are, and null if the user has no open calls.
 */
export async function checkCoverage(
  { said, ask }: Session,
  symbol: string,
): Promise<Reply | { readonly note: string } | null> {
  if (!OWN.test(said.text)) return null
  const found = await ask('coverable_calls', { symbol, shares: said.slots.shares })
  if (!found.ok || !(Number(found.result.open_contracts) > 0)) return null
  const { at, result } = found
  const open = countOf(at('open_contracts'), result.open_contracts, 'open call')
  if (Number(result.contracts_left) > 0) {
    return { note: `You already have ${open} on ${at('symbol')}, so you can write ${at('contracts_left')} more.` }
  }
  return say(
    [
      `Your ${at('symbol')} shares are already covered: ${open} on ${countOf(at('shares'), result.shares, 'share')}. You can write another call when one is closed or expires.`,
      `To roll an open call, ask “Roll my ${symbol} call”. For calls on other shares, ask “Find options for ${symbol}”.`,
    ],
    showCall(found),
  )
}

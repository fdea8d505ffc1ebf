import { SHARES_PER_CONTRACT, TARGET_DELTA } from '@callwright/scoring'
import { middleOf, pointOf, type Slots } from '../../reading/slots.ts'
import { countOf, isKnown, listRows, say, toRow } from '../../replies.ts'
import type { Reply, Session } from '../../session.ts'
import { describeAsked, listAskedFigures } from './call-figures.ts'
import { explainStock, readCoverage } from './calls.ts'
import { chooseExpiration, chooseNearestTerm, describeDates } from './terms.ts'

export async function answerTrade(session: Session, symbol: string): Promise<Reply> {
  const { question, ask } = session
  const { slots, text } = question
  const chosen = await chooseExpiration(session, symbol)
  if (chosen !== null && 'ok' in chosen) return explainStock(chosen, question)
  const days = middleOf(slots.days)
  const found = await ask('analyze_trade', {
    symbol,
    strike: pointOf(slots.strike),
    expiration: chosen?.date ?? null,
    dte: chosen !== null || days === null ? null : Math.round(days),
    premium: pointOf(slots.premium),
    entry_price: slots.cost,
    shares: slots.shares,
  })
  if (!found.ok) return explainStock(found, question)
  const covered = await readCoverage(session, symbol)
  const { at, result } = found
  const base =
    slots.cost === null
      ? `the stock price of ${at('current_price')}`
      : `your cost of ${at('entry_price')}; the stock is at ${at('current_price')}`
  const delta = isKnown(toRow(result.call).delta) ? `, delta ${at('call.delta')}` : ''
  const { list, sentences } = describeAsked(listAskedFigures(text), found)
  return say(
    [
      `${at('symbol')} ${at('strike')} call expiring ${at('expiration')} (${countOf(at('dte'), result.dte, 'day')}): ${list === null ? '' : `${list}. Premium `}${at('premium')} a share, ${at('premium_total')} for ${countOf(at('contracts'), result.contracts, 'contract')}${delta}. If called ${at('if_called_return_pct')} (${at('if_called_annualized_pct')} a year) of ${base}.${isKnown(result.breakeven) ? ` Breakeven ${at('breakeven')}.` : ''}`,
      `${sentences === '' ? '' : `${sentences} `}${describeDates(found, result.expiration)}${covered === null ? '' : ` ${covered.line}`}${chosen?.note == null ? (chosen === null ? ` ${at('expiration_reason')}` : '') : ` ${chosen.note}`}`,
    ],
    found,
  )
}

/** A put that is bought to protect shares; otherwise one that is sold against cash. */
const BUYS = /\bcollar\w*|\bprotect\w*|\binsur\w*|\bhedg\w*|\bbuy\w*|\blong put|\bcosts?\b|\bgo with a short call\b/u

const IS_FREE = /\b(?:zero|no)[- ]cost\b|\bcostless\b|\bfree collar\b|\bpays? for (?:itself|the put)\b/u

export async function answerPuts(session: Session, symbol: string): Promise<Reply> {
  const { question, ask } = session
  const { slots, text } = question
  const chosen = (await chooseExpiration(session, symbol)) ?? (await chooseNearestTerm(session, symbol, true))
  if (chosen !== null && 'ok' in chosen) return explainStock(chosen, question)
  const { put: distance } = readCollar(slots, text)
  const collar = /\bcollar/u.test(text) ? await findCollarCall(session, symbol, chosen?.date ?? null) : null
  const call = toRow(listRows(collar?.result ?? {})[0])
  const bid = isKnown(call.premium) ? Number(call.premium) : null
  const contracts = Math.floor((slots.shares ?? SHARES_PER_CONTRACT) / SHARES_PER_CONTRACT)
  const found = await ask('put_quotes', {
    symbol,
    strike: pointOf(slots.strike),
    near_otm_pct: slots.moneyness === 'At the money' ? 0 : distance === null ? null : Math.abs(distance),
    // The delta of a collar is the call's.
    near_delta: collar === null ? pointOf(slots.delta) : null,
    near_ask: collar !== null && IS_FREE.test(text) ? bid : null,
    expiration: chosen?.date ?? (collar === null ? null : String(call.expiry)),
    contracts: contracts > 1 ? contracts : null,
    call_bid: bid,
  })
  if (!found.ok) return explainStock(found, question)
  const { at, result } = found
  const [row = {}] = listRows(result)
  const put = `${at('symbol')} ${at('rows.0.strike')} put expiring ${at('rows.0.expiry')} (${countOf(at('rows.0.dte'), row.dte, 'day')}): bid ${at('rows.0.bid')}, ask ${at('rows.0.ask')} a share${isKnown(row.delta) ? `, delta ${at('rows.0.delta')}` : ''}; the stock is at ${at('current_price')}.`
  const use = BUYS.test(text)
    ? `If bought: ${isKnown(row.cost) ? at('rows.0.cost') : 'unknown'} ${contracts > 1 ? `for ${at('contracts')} contracts` : 'a contract'} at the ask; below ${at('rows.0.strike')} it makes up for the fall of ${contracts > 1 ? 'the' : '100'} shares until it expires.`
    : `If sold against cash: ${at('rows.0.cash_needed')} a contract to set aside${isKnown(row.breakeven) ? `, breakeven ${at('rows.0.breakeven')}` : ''}.`
  const rest = `I only quote puts: ratings, rolls and positions are about covered calls.${chosen?.note == null ? '' : ` ${chosen.note}`}`
  if (collar === null || !isKnown(row.collar_net)) return say([put, `${use} ${rest}`], found)
  const isCost = Number(row.collar_net) < 0
  return say(
    [
      `Collar, net ${at('rows.0.collar_net')} a share, which you ${isCost ? 'pay' : 'receive'}: sell the ${collar.at('rows.0.strike')} call at ${collar.at('rows.0.premium')}, buy the ${at('rows.0.strike')} put at ${at('rows.0.ask')}, both expiring ${at('rows.0.expiry')} (${countOf(at('rows.0.dte'), row.dte, 'day')}).`,
      `${put} Until then the shares bring at most ${collar.at('rows.0.strike')} and at least ${at('rows.0.strike')}.`,
      rest,
    ],
    found,
  )
}

/** The distances of a call and a put from the price in percent, in the order in which a message names the two. */
function readCollar({ otmPct, percent, alternatives }: Slots, text: string) {
  const other = alternatives.find(({ slot }) => slot === 'otmPct')?.value ?? (otmPct === null ? null : percent)
  const both = [pointOf(otmPct ?? percent), pointOf(other ?? otmPct ?? percent)] as const
  const isPutFirst = text.search(/\bputs?\b/u) < text.search(/\bcalls?\b/u)
  return isPutFirst ? { put: both[0], call: both[1] } : { call: both[0], put: both[1] }
}

/** The call that a collar sells: as far above the price as the message says, else near the usual delta. */
async function findCollarCall({ question, ask }: Session, symbol: string, expiration: string | null) {
  const { call: distance } = readCollar(question.slots, question.text)
  const delta = pointOf(question.slots.delta) ?? TARGET_DELTA.max
  const found = await ask('find_options', {
    ...{ symbol, expiration, limit: 1 },
    ...(distance === null ? { near_delta: delta } : { near_otm_pct: Math.abs(distance) }),
  })
  return found.ok ? found : null
}

import { mergePreferences } from './entities/preferences.ts'
import { toPoint } from './entities/range.ts'
import type { Slots } from './entities/slots.ts'
import type { Intent } from './intent/intents.ts'
import { namesStock } from './references.ts'
import type { Understanding } from './understanding.ts'

/** Switches between an answer about one strike and a comparison if the number of strikes changes. */
export function fitIntent(intent: Intent, { slots }: Understanding, merged: Understanding): Intent {
  const isOne = slots.strike?.isPoint === true
  if (isOne && merged.symbols.length > 0 && (intent === 'compare' || intent === 'find_options')) return 'analyze_trade'
  return merged.slots.strikes.length > 1 && intent === 'analyze_trade' ? 'compare' : intent
}

/** A dollar bound up to this amount applies to the premium. */
const MAX_PREMIUM_BOUND = 5
/** Assigns figures without a noun: a call's strike or premium, or the strike to roll to. */
function adoptFigures(intent: Intent, slots: Slots, before: Slots): Slots {
  const { price, unassigned } = slots
  if (intent === 'roll') {
    const isMost = price !== null && price.least === null
    const later = slots.rollDate ?? slots.date
    const target = slots.targetStrike ?? price?.least ?? (slots.strike?.isPoint === true ? slots.strike.least : null)
    return {
      ...slots,
      date: null,
      dateKind: null,
      rollDate: later,
      price: null,
      strike: isMost ? price : null,
      targetStrike: target,
    }
  }
  if (intent === 'find_options' && price !== null) {
    const isOfPremium = slots.premium === null && Math.max(price.least ?? 0, price.most ?? 0) <= MAX_PREMIUM_BOUND
    return { ...slots, price: null, ...(isOfPremium ? { premium: price } : { strike: price }) }
  }
  const [only] = unassigned
  const isOfStrike = ['find_options', 'analyze_trade', 'compare', 'calculate'].includes(intent)
  if (!isOfStrike || only === undefined || unassigned.length > 1 || !/^\$?\d+(?:\.\d+)?$/u.test(only)) return slots
  const point = toPoint(Number(only.replace('$', '')), only)
  if (before.delta !== null && Number(point.least) < 1) return { ...slots, unassigned: [], delta: point }
  if (intent === 'compare' && before.strikes.length > 0)
    return { ...slots, unassigned: [], strikes: [...before.strikes, Number(point.least)] }
  return { ...slots, unassigned: [], strike: point }
}

/** Adds a strike to earlier ones for requests such as "add 68". */
function joinStrikes(text: string, slots: Slots, before: Slots): Slots {
  const one = slots.strike?.isPoint === true ? slots.strike.least : null
  const first = before.strike?.isPoint === true ? before.strike.least : null
  if (one !== null && first !== null && /\bvs?\b|\bversus\b|\bcompar\w+|\bor\b|\bagainst\b/u.test(text))
    return { ...slots, strike: null, strikes: [first, one] }
  if (one === null || before.strikes.length === 0 || !/\b(?:add|also|too|as well|include|plus|throw in)\b/u.test(text))
    return slots
  return { ...slots, strike: null, strikes: [...before.strikes, one] }
}

interface Asked {
  readonly intent: Intent
  readonly said: Understanding
}

/** Merges a follow-up question into the question before it. */
export function merge({ said: before, intent }: Asked, said: Understanding): Understanding {
  return {
    ...before,
    // A named stock, even an unknown one, replaces the previous one.
    ...(namesStock(said) ? pickNamed(said) : pickNamed(before)),
    term: said.term ?? before.term,
    slots: mergeSlots(
      // "safer" discards the delta from earlier messages.
      said.preferences.riskLevel === null ? before.slots : { ...before.slots, delta: null },
      joinStrikes(said.text, adoptFigures(intent, said.slots, before.slots), before.slots),
    ),
    preferences: mergePreferences(before.preferences, said.preferences),
    text: `${before.rest} ; ${said.text}`,
    rest: `${before.rest} ; ${said.rest}`,
  }
}

const pickNamed = ({ symbols, unknownName, candidates }: Understanding) => ({ symbols, unknownName, candidates })

/** A new date or range of days replaces both the old date and the old days. A new strike replaces all old ones. */
function mergeSlots(before: Slots, now: Slots): Slots {
  const isSet = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0)
  const set = Object.fromEntries(Object.entries(now).filter(([, value]) => isSet(value)))
  const namesTime = now.date !== null || now.days !== null || now.rollDate !== null
  const namesStrike = now.strike !== null || now.strikes.length > 0
  return {
    ...before,
    unassigned: [],
    ...(namesTime ? { date: null, dateKind: null, rollDate: null, days: null } : {}),
    ...(namesStrike ? { strike: null, strikes: [] } : {}),
    ...set,
  }
}

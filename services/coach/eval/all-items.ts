import type { EvalItem } from './item.ts'
import { freshDevelopment } from './items/fresh-development.ts'
import { freshFinal } from './items/fresh-final.ts'
import { freshHeldOut } from './items/fresh-held-out.ts'
import { furtherPhrases } from './items/further-phrases.ts'
import { findOptionsItems, marketItems, stockItems, topStocksItems } from './items/market-items.ts'
import { marketPhrases } from './items/market-phrases.ts'
import { misreadItems } from './items/misread-items.ts'
import { ownPhrases } from './items/own-phrases.ts'
import { portfolioItems, rollItems, whyItems } from './items/position-items.ts'
import { failureItems, multiTurnItems, outOfScopeItems, safetyItems } from './items/talk-items.ts'
import { compareItems, explainItems, tradeItems } from './items/trade-items.ts'

/** Questions for the development of the rules. */
export const evalItems: readonly EvalItem[] = [
  ...findOptionsItems,
  ...topStocksItems,
  ...stockItems,
  ...tradeItems,
  ...compareItems,
  ...rollItems,
  ...portfolioItems,
  ...explainItems,
  ...marketItems,
  ...multiTurnItems,
  ...failureItems,
  ...outOfScopeItems,
  ...safetyItems,
  ...whyItems,
  ...marketPhrases,
  ...ownPhrases,
  ...furtherPhrases,
  ...misreadItems,
]

/** Each set must pass the gates alone. */
export interface EvalSet {
  readonly name: string
  readonly items: readonly EvalItem[]
  /** Whether the summary lists the set's failures. Listing them would eventually tune the rules to the set. */
  readonly showsFaults: boolean
}

export const evalSets: readonly EvalSet[] = [
  { name: 'tuned', items: evalItems, showsFaults: true },
  { name: 'fresh, development', items: freshDevelopment, showsFaults: true },
  { name: 'fresh, held out', items: freshHeldOut, showsFaults: true },
  { name: 'fresh-final', items: freshFinal, showsFaults: false },
]

import type { EvalItem } from './item.ts'
import { furtherPhrases } from './items/further-phrases.ts'
import { findOptionsItems, marketItems, stockItems, topStocksItems } from './items/market-items.ts'
import { marketPhrases } from './items/market-phrases.ts'
import { ownPhrases } from './items/own-phrases.ts'
import { portfolioItems, rollItems, whyItems } from './items/position-items.ts'
import { failureItems, multiTurnItems, outOfScopeItems, safetyItems } from './items/talk-items.ts'
import { compareItems, explainItems, tradeItems } from './items/trade-items.ts'

/** Every question of the evaluation. */
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
]

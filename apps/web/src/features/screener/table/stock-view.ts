import { goesExBeforeExpiration, isBeforeExpiration, toSpreadPct } from '@callwright/contracts/screener-columns'
import type { ScreenStock } from '../../../api/screen.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { tableWords as words } from '../screener-words.ts'

export const shortenSector = (sector: string) => words.shortSectors[sector] ?? sector

export const explainNoBars = ({ missingReason }: Pick<ScreenStock, 'missingReason'>) =>
  missingReason ?? commonWords.fewBars

export const explainNoPrice = ({ missingReason }: Pick<ScreenStock, 'missingReason'>) => missingReason ?? words.noPrice

/** Spread of the best call as a percentage of its mid. */
export const readSpreadPct = ({ bestBidUsd, bidAskSpreadUsd }: ScreenStock) => toSpreadPct(bestBidUsd, bidAskSpreadUsd)

export const readEarningsBefore = ({ earningsDate, bestExpiration }: ScreenStock) =>
  isBeforeExpiration(earningsDate, bestExpiration)

export const readExDividendBefore = ({ exDividendDate, dividendYieldPct, bestExpiration }: ScreenStock) =>
  goesExBeforeExpiration(exDividendDate, dividendYieldPct, bestExpiration)

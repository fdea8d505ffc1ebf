import type { ScreenStock } from '../../../api/screen.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { tableWords as words } from '../screener-words.ts'

export const shortenSector = (sector: string) => words.shortSectors[sector] ?? sector

export const explainNoBars = ({ missingReason }: Pick<ScreenStock, 'missingReason'>) =>
  missingReason ?? commonWords.fewBars

export const explainNoPrice = ({ missingReason }: Pick<ScreenStock, 'missingReason'>) => missingReason ?? words.noPrice

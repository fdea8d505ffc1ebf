import type { ScreenStock } from '../../../api/screen.ts'

const shortSectors: Readonly<Record<string, string>> = {
  'Information Technology': 'Technology',
  'Communication Services': 'Communication',
  'Consumer Discretionary': 'Cons. discretionary',
  'Consumer Staples': 'Cons. staples',
}

export const shortenSector = (sector: string) => shortSectors[sector] ?? sector

export const explainNoBars = ({ missingReason }: Pick<ScreenStock, 'missingReason'>) =>
  missingReason ?? 'Fewer daily bars are known than it needs'

export const explainNoPrice = ({ missingReason }: Pick<ScreenStock, 'missingReason'>) =>
  missingReason ?? 'The source has no price of it'

export const NO_SECTOR = 'The source names no sector'
export const NO_FACT = 'The source of company facts does not name it'
export const NO_CALL_VOLUME = 'The source has no call volume of it'
export const NO_LISTING = 'Whether options are listed is not known'
export const WIDE_WINDOW = 'no call fits at 30 to 45 days, so 21 to 60 days were looked at'

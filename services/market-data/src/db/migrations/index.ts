import type { Migrations } from '@callwright/service'
import * as marketData from './20261120T1300_market_data.ts'
import * as dividendKind from './20261126T1100_dividend_kind.ts'
import * as earnings from './20261127T0330_earnings.ts'

export const migrations: Migrations = {
  '20261120T1300_market_data': marketData,
  '20261126T1100_dividend_kind': dividendKind,
  '20261127T0330_earnings': earnings,
}

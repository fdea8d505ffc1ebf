import type { Migrations } from '@callwright/service'
import * as marketData from './20261120T1300_market_data.ts'

export const migrations: Migrations = {
  '20261120T1300_market_data': marketData,
}

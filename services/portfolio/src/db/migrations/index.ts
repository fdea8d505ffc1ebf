import type { Migrations } from '@callwright/service'
import * as portfolio from './20261122T1000_portfolio.ts'

export const migrations: Migrations = {
  '20261122T1000_portfolio': portfolio,
}

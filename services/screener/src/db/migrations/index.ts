import type { Migrations } from '@callwright/service'
import * as screener from './20261120T0900_screener.ts'

export const migrations: Migrations = {
  '20261120T0900_screener': screener,
}

import type { Migrations } from '@callwright/service'
import * as accountsAndSessions from './migrations/20261120T0900_accounts_and_sessions.ts'

export const migrations: Migrations = {
  '20261120T0900_accounts_and_sessions': accountsAndSessions,
}

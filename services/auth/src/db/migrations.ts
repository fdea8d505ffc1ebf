import type { Migrations } from '@callwright/service'
import * as accountsAndSessions from './migrations/20261120T0900_accounts_and_sessions.ts'
import * as ageOfUsedTokens from './migrations/20261120T1000_age_of_used_tokens.ts'
import * as demoAndErasure from './migrations/20261122T1400_demo_and_erasure.ts'
import * as passwordReset from './migrations/20261127T2030_password_reset.ts'
import * as activityAndInvitations from './migrations/20261127T2100_activity_and_invitations.ts'
import * as secondFactor from './migrations/20261127T2130_second_factor.ts'
import * as passkeys from './migrations/20261127T2300_passkeys.ts'
import * as oidc from './migrations/20261127T2330_oidc.ts'

export const migrations: Migrations = {
  '20261120T0900_accounts_and_sessions': accountsAndSessions,
  '20261120T1000_age_of_used_tokens': ageOfUsedTokens,
  '20261122T1400_demo_and_erasure': demoAndErasure,
  '20261127T2030_password_reset': passwordReset,
  '20261127T2100_activity_and_invitations': activityAndInvitations,
  '20261127T2130_second_factor': secondFactor,
  '20261127T2300_passkeys': passkeys,
  '20261127T2330_oidc': oidc,
}

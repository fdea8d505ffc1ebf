import { type ReceivedMail, startMailServer } from '@callwright/service/testing/mail-server'
import { readVariable } from './browser.ts'
import { type Stack, startStack } from './stack.ts'

/** A stack with the invented market, and the emails that it has sent. */
export interface SiteStack extends Stack {
  readonly listMails: () => Promise<readonly ReceivedMail[]>
}

/**
 * No cooldown between refreshes, enough registrations and demos for every journey to have its own user, enough requests for
 * tests that ask again and again, and alerts that are checked at once and sent to a receiver on this machine.
 */
const settings = {
  REFRESH_COOLDOWN_MS: '0',
  REQUESTS_PER_MINUTE: '100000',
  REGISTRATIONS_PER_HOUR: '100',
  DEMOS_PER_HOUR: '100',
  ALERT_CHECK_MS: '500',
  WEBHOOK_PRIVATE_NETWORKS: 'allow',
  WEBHOOK_PLAIN_HTTP: 'allow',
}

/** Starts a stack that only one test file uses. */
export async function startSiteStack(redisDatabase: number): Promise<SiteStack> {
  const mailServer = await startMailServer()
  const mail = { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`, MAIL_FROM: 'Callwright <mail@example.test>' }
  const stack = await startStack('invented', { redisDatabase, settings: { ...settings, ...mail } })
  return {
    ...stack,
    listMails: async () => mailServer.mails,
    stop: async () => {
      await stack.stop()
      await mailServer.close()
    },
  }
}

/** Name of the variable with the URL at which `shared-stack.mts` provides the shared stack. */
export const SHARED_STACK = 'SHARED_STACK_URL'

/** Joins the stack that all files of journeys share. The first file to join starts it; it stops after the last one. */
export async function joinSiteStack(): Promise<SiteStack> {
  const ask = async (path: string) => {
    const response = await fetch(readVariable(SHARED_STACK) + path)
    if (!response.ok) throw new Error(await response.text())
    return response.json()
  }
  return { ...(await ask('/')), listMails: () => ask('/mails'), stop: async () => {} }
}

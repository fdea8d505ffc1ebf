import type { Handlers } from '@callwright/service'
import { readClient } from '../requests.ts'
import type { PasswordResets } from './reset.ts'

type ResetHandlers = Pick<Handlers<'auth'>, 'auth.resetMeans' | 'auth.requestReset' | 'auth.completeReset'>

export function createResetHandlers(resets: PasswordResets): ResetHandlers {
  return {
    'auth.resetMeans': () => ({ status: 'success', by_email: resets.isAvailable }),
    'auth.requestReset': async ({ body, request }) => {
      await resets.request(body, readClient(request))
      return { status: 'success' }
    },
    'auth.completeReset': async ({ body, request }) => ({
      status: 'success',
      sessions_ended: await resets.complete(body, readClient(request)),
    }),
  }
}

import { type ActivityEvent, type Body, endpointTable, type FieldError } from '@callwright/contracts'
import { getPersistentUser, getUser, type Handlers } from '@callwright/service'
import type { FastifyInstance, FastifySchemaValidationError } from 'fastify'
import type { Config } from '../config.ts'
import {
  accountNotFound,
  demoClosed,
  invalidAddress,
  invalidFields,
  invitationNeeded,
  sessionEnded,
  signUpClosed,
  wrongCurrentPassword,
} from '../errors.ts'
import type { OidcStore } from '../oidc/store.ts'
import { readClient, readSigningClient } from '../requests.ts'
import { toWirePasskey } from '../second-factor/routes.ts'
import type { SecondFactors } from '../second-factor/second-factor.ts'
import type { DeviceCookie } from '../sessions/devices.ts'
import { type RefreshCookie, type RespondWithSession, toWireSession, toWireUser } from '../sessions/routes.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { UserDataClient } from '../user-data.ts'
import type { Accounts } from './accounts.ts'
import type { Activity, ActivityEntry, ActivityKind } from './activity.ts'
import type { Closing } from './closing.ts'
import type { createDemos } from './demo.ts'
import { hashInvitation } from './invitations.ts'

const MAX_NAME_ECHO = 64

type Labels = Readonly<Record<string, string>>

const loginLabels: Labels = {
  username: 'Username or email',
  password: 'Password',
  code: 'Code',
  passkey: 'Passkey',
}
export const registrationLabels: Labels = {
  username: 'Username',
  email: 'Email',
  password: 'Password',
  full_name: 'Full name',
  invitation: 'Invitation',
}

const passwordLabels: Labels = { current_password: 'Current password', new_password: 'New password' }
const resetRequestLabels: Labels = { username: 'Username or email' }
const resetLabels: Labels = { token: 'Link', new_password: 'New password' }
const deletionLabels: Labels = { password: 'Password' }
const confirmationLabels: Labels = { current_password: 'Current password', code: 'Code', passkey: 'Passkey' }
const passkeyLabels: Labels = { name: 'Name', credential: 'Passkey' }
/** Fields that some form may omit. */
const optionalFields: ReadonlySet<string> = new Set(['full_name', 'code', 'passkey', 'invitation'])

const labelsByPath = new Map<string, Labels>([
  [endpointTable['auth.login'].path, loginLabels],
  [endpointTable['auth.register'].path, registrationLabels],
  [endpointTable['auth.password'].path, passwordLabels],
  [endpointTable['auth.requestReset'].path, resetRequestLabels],
  [endpointTable['auth.completeReset'].path, resetLabels],
  [endpointTable['auth.deleteMe'].path, deletionLabels],
  [endpointTable['auth.beginSecondFactor'].path, confirmationLabels],
  [endpointTable['auth.passkeyChallenge'].path, loginLabels],
  [endpointTable['auth.oidcSignIn'].path, { ...loginLabels, answer: 'Answer of the provider' }],
  [endpointTable['auth.removeOidcLinks'].path, confirmationLabels],
  [endpointTable['auth.beginPasskey'].path, confirmationLabels],
  [endpointTable['auth.addPasskey'].path, passkeyLabels],
  // Also the form that renames one.
  [endpointTable['auth.removePasskey'].path, { ...confirmationLabels, ...passkeyLabels }],
])

/** Applies SPEC's wording to schema errors in forms, on routes that are registered after this call. */
export function installFormErrors(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const labels = labelsByPath.get(route.url)
    if (labels)
      route.schemaErrorFormatter = (errors, part) =>
        part === 'params' ? invalidAddress() : invalidFields(describeFormErrors(errors, labels))
  })
}

export function describeFormErrors(errors: readonly FastifySchemaValidationError[], labels: Labels): FieldError[] {
  const byField = new Map<string, string>()
  for (const error of errors) {
    for (const field of nameFields(error, labels)) {
      const label = Object.hasOwn(labels, field) ? labels[field] : undefined
      if (!byField.has(field)) byField.set(field, describe(error, field, label))
    }
  }
  return [...byField].map(([field, detail]) => ({ field, detail }))
}

/** Lists the fields that an error is about; if the body is not an object, all required fields. */
function nameFields({ keyword, params, instancePath }: FastifySchemaValidationError, labels: Labels): string[] {
  // The validator reports an unknown key twice, the second time just as "schema is false".
  if (keyword === 'boolean') return []
  const field = instancePath.split('/')[1] ?? ''
  if (field !== '') return [field]
  if (keyword === 'required' && Array.isArray(params.requiredProperties)) return params.requiredProperties.map(String)
  if (keyword === 'additionalProperties' && Array.isArray(params.additionalProperties)) {
    return params.additionalProperties.map((name) => String(name).slice(0, MAX_NAME_ECHO))
  }
  return Object.keys(labels).filter((name) => !optionalFields.has(name))
}

function describe(error: FastifySchemaValidationError, field: string, label: string | undefined): string {
  const { keyword, params, instancePath } = error
  if (label === undefined)
    return keyword === 'additionalProperties' ? `${field} is not a known field` : `${field} is invalid`
  const isInside = instancePath.lastIndexOf('/') > 0
  if (instancePath === '' || (keyword === 'minLength' && !isInside)) return `${label} is required`
  if (keyword === 'maxLength' && !isInside) return `${label} must be at most ${String(params.limit)} characters`
  return keyword === 'type' && params.type === 'string' && !isInside ? `${label} must be text` : `${label} is invalid`
}

interface Deps {
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly activity: Activity
  readonly openDemo: ReturnType<typeof createDemos>
  readonly closing: Pick<Closing, 'close'>
  readonly userData: Pick<UserDataClient, 'read'>
  readonly secondFactors: Pick<SecondFactors, 'read'>
  readonly oidcStore: Pick<OidcStore, 'listLinks'>
  readonly respondWithSession: RespondWithSession
  readonly cookie: Pick<RefreshCookie, 'clear'>
  readonly device: DeviceCookie
  readonly now: () => number
  readonly doors: Pick<Config, 'signUp' | 'demo'>
}

type SignInHandlers = Pick<Handlers<'auth'>, 'auth.login' | 'auth.register' | 'auth.demo'>
type OwnAccountHandlers = Pick<
  Handlers<'auth'>,
  'auth.me' | 'auth.password' | 'auth.activity' | 'auth.export' | 'auth.deleteMe'
>

export function createAccountHandlers(deps: Deps): SignInHandlers & OwnAccountHandlers {
  return { ...createSignInHandlers(deps), ...createOwnAccountHandlers(deps) }
}

function createSignInHandlers(deps: Deps): SignInHandlers {
  const { accounts, sessions, openDemo, respondWithSession, device, doors } = deps

  /** Hash of the invitation's code, or null if none is needed. */
  function requireInvitation({ invitation }: Body<'auth.register'>): Buffer | null {
    if (doors.signUp === 'open') return null
    if (invitation === undefined) throw invitationNeeded()
    return hashInvitation(invitation)
  }

  return {
    'auth.login': async ({ body, request, reply }) => {
      const client = readSigningClient(request, device)
      const account = await accounts.signIn(body, client)
      return respondWithSession(reply, account, await sessions.start(account, client))
    },
    'auth.register': async ({ body, request, reply }) => {
      if (doors.signUp === 'closed') throw signUpClosed()
      const client = readClient(request)
      const account = await accounts.register(body, client, requireInvitation(body))
      return respondWithSession(reply, account, await sessions.start(account, client))
    },
    'auth.demo': async ({ request, reply }) => {
      if (doors.demo === 'closed') throw demoClosed()
      const client = readClient(request)
      const account = await openDemo(client)
      return respondWithSession(reply, account, await sessions.start(account, client))
    },
  }
}

function createOwnAccountHandlers(deps: Deps): OwnAccountHandlers {
  const { accounts, sessions, activity, closing, userData, secondFactors, oidcStore, cookie, device, now } = deps
  return {
    'auth.me': async ({ identity }) => {
      const account = await accounts.find(getUser(identity).userId)
      if (account === null) throw accountNotFound()
      return toWireUser(account)
    },

    'auth.password': async ({ identity, body, request, reply }) => {
      const { userId, sessionId } = getPersistentUser(identity, 'Demo accounts have no password.')
      const at = new Date(now())
      const change = { form: body, client: readSigningClient(request, device), at }
      const ended = await accounts.changePassword({ accountId: userId, sessionId }, change)
      await sessions.publishEnded(ended, 'password', at)
      const changed = await accounts.find(userId)
      if (changed !== null) device.set(reply, changed)
      return { status: 'success', sessions_ended: ended.length }
    },

    'auth.activity': async ({ identity }) => {
      const { userId } = getPersistentUser(identity, 'Demo accounts have no activity to show.')
      return { status: 'success', events: (await activity.list(userId)).map(toWireEvent) }
    },

    'auth.export': async ({ identity, request }) => {
      const { userId, sessionId } = getPersistentUser(identity, 'Demo accounts have no data to export.')
      await activity.record(userId, 'exported', readClient(request))
      const [account, open, events, factor, links, kept] = await Promise.all([
        accounts.find(userId),
        sessions.list(userId),
        activity.list(userId),
        secondFactors.read(userId),
        oidcStore.listLinks(userId),
        userData.read(userId, request.id),
      ])
      if (account === null) throw sessionEnded()
      return {
        status: 'success',
        exported_at: new Date(now()).toISOString(),
        account: { ...toWireUser(account), created_at: account.createdAt.toISOString() },
        sessions: open.map((session) => toWireSession(session, sessionId)),
        activity: events.map(toWireEvent),
        second_factor: {
          app_since: factor.confirmedAt?.toISOString() ?? null,
          passkeys: factor.passkeys.map((passkey) => ({
            ...toWirePasskey(passkey),
            transports: [...passkey.transports],
          })),
          recovery_codes_left: factor.recoveryCodesLeft,
        },
        provider_links: links.map(({ issuer, subject, createdAt }) => ({
          ...{ issuer, subject, linked_at: createdAt.toISOString() },
        })),
        ...kept,
      }
    },

    'auth.deleteMe': async ({ identity, body, request, reply }) => {
      const { userId } = getPersistentUser(identity, 'Demo accounts are deleted automatically after 24 hours.')
      const account = await accounts.confirm(userId, body.password, readSigningClient(request, device))
      // `close` returns false if another request closed the account or changed its password after that check.
      if (!(await closing.close(account)) && (await accounts.find(userId)) !== null) throw wrongCurrentPassword()
      cookie.clear(reply)
      return null
    },
  }
}

const toWireEvent = ({ id, at, kind, clientAddress, userAgent }: ActivityEntry): ActivityEvent => ({
  id,
  at: at.toISOString(),
  // Only `record` writes this column, with a kind of its own type.
  kind: kind as ActivityKind,
  client_address: clientAddress,
  user_agent: userAgent,
})

import {
  listOperations,
  type OpenApiDocument,
  type OpenApiReference,
  type OpenApiResponse,
} from '@callwright/contracts/openapi'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { findProblemFault } from '../real-stack/load.ts'
import type { GeneratedRequest } from './requests.ts'

export interface ReceivedAnswer {
  readonly status: number
  readonly headers: Headers
  /** Null for an event stream, which the client closed. */
  readonly text: string | null
}

const securityHeaders: Readonly<Record<string, RegExp>> = {
  'content-security-policy': /default-src 'self'.*frame-ancestors 'none'/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'cache-control': /./,
}
const isSignedIn = ({ signIn }: GeneratedRequest) => signIn === 'own' || signIn === 'other'

/**
 * Judges answers by the document. `findFault` returns the first defect, or null. `canaries` are the texts that only one
 * account may read, by sign-in; `secrets` may be in no answer.
 */
export function createJudge(
  document: OpenApiDocument,
  { canaries, secrets }: { readonly canaries: Readonly<Record<string, string>>; readonly secrets: readonly string[] },
) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'api')
  const operations = new Map(
    listOperations(document).map(({ operation }) => [operation.operationId as string, operation]),
  )
  const validators = new Map<string, ValidateFunction>()

  function validatorOf({ template, method }: GeneratedRequest, status: number): ValidateFunction {
    const path = ['paths', template, method, 'responses', String(status), 'content', 'application/json', 'schema']
    const pointer = path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `api#/${pointer}` })
    validators.set(pointer, known)
    return known
  }

  function findSuccessFault(request: GeneratedRequest, { status, headers, text }: ReceivedAnswer): string | null {
    const documented: OpenApiResponse | OpenApiReference | undefined = operations.get(request.id)?.responses[status]
    if (documented === undefined || '$ref' in documented) return `${status} is not documented`
    if (documented.content === undefined) return text === '' ? null : `has a body: ${text}`
    const type = (headers.get('content-type') ?? '').split(';')[0] ?? ''
    if (!(type in documented.content)) return `${type} is not documented`
    if (type !== 'application/json' || text === null || !('schema' in (documented.content[type] ?? {}))) return null
    const validate = validatorOf(request, status)
    return validate(JSON.parse(text)) ? null : `differs from its schema: ${ajv.errorsText(validate.errors)}`
  }

  function findExposure(request: GeneratedRequest, text: string): string | null {
    const foreign = Object.entries(canaries).find(
      ([owner, canary]) => owner !== request.signIn && text.includes(canary),
    )
    if (foreign !== undefined) return `contains data of ${foreign[0]}: ${text}`
    return secrets.some((secret) => text.includes(secret)) ? `contains a secret: ${text}` : null
  }

  /** A 401 signs the user out, so it is a defect with a valid token, and required without one. */
  function findAccessFault(request: GeneratedRequest, status: number): string | null {
    const needsToken = (operations.get(request.id)?.security.length ?? 0) > 0
    if (!needsToken) return null
    // A sign-out ends the session of all later ones.
    if (request.id === 'auth.logout') return null
    if (isSignedIn(request)) return status === 401 ? 'signs the user out' : null
    // A path that two parsers could read differently is rejected before the token is read.
    return [400, 401, 404].includes(status) && (status === 401 || !isPlainPath(request)) ? null : `admitted: ${status}`
  }

  return {
    findFault(request: GeneratedRequest, answer: ReceivedAnswer): string | null {
      const { status, headers, text } = answer
      const missing = Object.entries(securityHeaders).find(([name, pattern]) => !pattern.test(headers.get(name) ?? ''))
      if (missing !== undefined) return `lacks the header ${missing[0]}`
      const exposure = findExposure(request, text ?? '')
      if (exposure !== null) return exposure
      const access = findAccessFault(request, status)
      if (access !== null) return access
      if (status < 300) return findSuccessFault(request, answer)
      if (status < 400) return `redirects: ${status}`
      if (status >= 500 && status !== 503) return `${status}: ${text}`
      return findProblemFault({ status, headers }, text ?? '')
    },
  }
}

const isPlainPath = ({ target, template }: GeneratedRequest): boolean => {
  const path = target.split('?')[0] ?? ''
  return (
    /^[\w/.~-]+$/.test(path) &&
    path.split('/').length === template.split('/').length &&
    !/\/(?:\.{0,2})(?:\/|$)/.test(path) &&
    path.split('/').every((segment) => segment.length <= 100)
  )
}

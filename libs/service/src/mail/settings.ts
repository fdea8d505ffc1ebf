import addressparser from 'nodemailer/lib/addressparser'
import { choice, integer, optionalText, type Reader, text, url } from '../config.ts'

/** The operator's mail server. */
export interface MailSettings {
  readonly host: string
  readonly port: number
  /** Whether the connection begins with TLS, as on port 465, instead of STARTTLS. */
  readonly implicitTls: boolean
  /** Whether to send nothing over a connection that is not encrypted. */
  readonly requireTls: boolean
  readonly login: { readonly user: string; readonly password: string } | null
  readonly from: { readonly name: string; readonly address: string }
}

type Env = Parameters<Reader<unknown>>[0]
type Server = Pick<MailSettings, 'host' | 'port' | 'implicitTls' | 'login'>

const SUBMISSION_PORT = 587
const TLS_PORT = 465

/** The product's address as its users open it. Links in messages begin with it. */
export const publicUrl: Reader<string> = url('PUBLIC_URL', ['http', 'https'], { default: 'http://localhost:8080' })

/** The mail server of SMTP_URL or SMTP_HOST; null if neither is set. Messages never contain the password. */
export const mailSettings: Reader<MailSettings | null> = (env) => {
  const problems: string[] = []
  const take = <T>(read: Reader<T>): T | null => {
    const result = read(env)
    if (result.ok) return result.value
    problems.push(result.problem)
    return null
  }
  const isSet = (name: string): boolean => take(optionalText(name)) !== null
  const port = take(integer('SMTP_PORT', { default: SUBMISSION_PORT, min: 1, max: 65_535 }))
  const tls = take(choice('SMTP_TLS', ['auto', 'required', 'optional'], { default: 'auto' }))
  const hasServer = isSet('SMTP_URL') || isSet('SMTP_HOST')
  if (!hasServer) {
    const unused = ['MAIL_FROM', 'SMTP_USER', 'SMTP_PASSWORD'].filter(isSet)
    if (unused.length > 0) problems.push(`${unused.join(' and ')} needs SMTP_URL or SMTP_HOST`)
  }
  if (isSet('SMTP_URL') && isSet('SMTP_HOST')) problems.push('Set SMTP_URL or SMTP_HOST, not both')
  const server = hasServer ? take(isSet('SMTP_URL') ? serverOfUrl : serverOfParts(port ?? SUBMISSION_PORT)) : null
  const from = hasServer ? take(sender) : null
  if (problems.length > 0) return { ok: false, problem: problems.join('\n  - ') }
  if (server === null || from === null) return { ok: true, value: null }
  const requireTls = tls === 'required' || (tls === 'auto' && !isLoopback(server.host))
  return { ok: true, value: { ...server, requireTls, from } }
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')

const serverOfUrl: Reader<Server> = (env) => {
  const read = url('SMTP_URL', ['smtp', 'smtps'])(env)
  if (!read.ok) return read
  const { protocol, hostname, port, username, password } = new URL(read.value)
  const implicitTls = protocol === 'smtps:'
  if (hostname === '') return { ok: false, problem: 'SMTP_URL has no host' }
  const [user, secret] = [decode(username), decode(password)]
  if (user === null || secret === null || (user === '') !== (secret === '')) {
    return { ok: false, problem: 'SMTP_URL must have a user and a password, percent-encoded, or neither' }
  }
  return {
    ok: true,
    value: {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (implicitTls ? TLS_PORT : SUBMISSION_PORT) : Number(port),
      implicitTls,
      login: user === '' ? null : { user, password: secret },
    },
  }
}

const serverOfParts =
  (port: number): Reader<Server> =>
  (env) => {
    const host = text('SMTP_HOST', { pattern: /^[\w.:-]+$/ })(env)
    if (!host.ok) return host
    const [user, password] = [readText('SMTP_USER', env), readText('SMTP_PASSWORD', env)]
    if ((user === null) !== (password === null)) {
      return { ok: false, problem: 'SMTP_USER and SMTP_PASSWORD are both needed, or neither' }
    }
    return {
      ok: true,
      value: {
        ...{ host: host.value, port, implicitTls: port === TLS_PORT },
        login: user === null || password === null ? null : { user, password },
      },
    }
  }

const sender: Reader<MailSettings['from']> = (env) => {
  const [found, ...others] = addressparser(readText('MAIL_FROM', env), { flatten: true })
  return found === undefined || others.length > 0 || !/^[^\s@]+@[^\s@]+$/.test(found.address)
    ? { ok: false, problem: 'MAIL_FROM must be an email address, such as Callwright <alerts@example.com>' }
    : { ok: true, value: { name: found.name, address: found.address } }
}

function readText(name: string, env: Env): string | null {
  const read = optionalText(name)(env)
  return read.ok ? read.value : null
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

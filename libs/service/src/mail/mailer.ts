import { createTransport, type NodemailerError } from 'nodemailer'
import { type MailContent, writeHtml, writeText } from './mail.ts'
import type { MailSettings } from './settings.ts'

export interface Mail extends MailContent {
  /** The Message-ID is made from it, so that mail programs recognize an email that is sent twice. */
  readonly id: string
  readonly to: string
  readonly subject: string
  /** Link that stops such emails, also without opening a page (RFC 8058). */
  readonly unsubscribeUrl: string | null
}

export type MailOutcome =
  | { readonly state: 'sent' }
  | {
      readonly state: 'failed'
      /** A sentence for users, without secrets. */
      readonly reason: string
      /** Whether the server rejected this email for good. */
      readonly permanent: boolean
    }

export interface Mailer {
  /** Sends an email, or ends early when the signal aborts. Every failure of the server is an outcome. */
  send(mail: Mail, signal: AbortSignal): Promise<MailOutcome>
  close(): void
}

const CONNECT_TIMEOUT_MS = 10_000
/** A mail server may check an email for long before it accepts it. Callers that wait less abort earlier. */
const IDLE_TIMEOUT_MS = 60_000
const MAX_CONNECTIONS = 5

/** Creates a mailer that sends over a few reused connections. The caller closes it. */
export function createMailer(settings: MailSettings): Mailer {
  const { host, port, implicitTls, requireTls, login, from } = settings
  const transport = createTransport({
    ...{ host, port, secure: implicitTls, requireTLS: requireTls && !implicitTls },
    ...(login === null ? {} : { auth: { user: login.user, pass: login.password } }),
    ...{ pool: true, maxConnections: MAX_CONNECTIONS },
    ...{ connectionTimeout: CONNECT_TIMEOUT_MS, greetingTimeout: CONNECT_TIMEOUT_MS, dnsTimeout: CONNECT_TIMEOUT_MS },
    socketTimeout: IDLE_TIMEOUT_MS,
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)

  return {
    async send({ id, to, subject, unsubscribeUrl, ...content }, signal) {
      if (!/^[\w.-]+$/.test(id)) throw new Error(`${id} cannot be part of a Message-ID`)
      try {
        await transport.sendMail({
          ...{ from, to: { name: '', address: to }, subject, signal },
          messageId: `<${id}@${domain}>`,
          text: writeText(content, unsubscribeUrl),
          html: writeHtml(content, unsubscribeUrl),
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl === null ? {} : listHeaders(unsubscribeUrl)),
          },
        })
        return { state: 'sent' }
      } catch (error) {
        return describeFailure(error as NodemailerError)
      }
    },
    close: () => transport.close({ force: true }),
  }
}

/** Prepared headers are not folded, because some mail programs do not unfold a long link. */
const listHeaders = (unsubscribeUrl: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const reasons: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server rejected the user name or password of this server.',
  ENOAUTH: 'The mail server rejected the user name or password of this server.',
  ETLS: 'The mail server offers no encrypted connection.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  EABORT: 'The mail server did not answer in time.',
}

function describeFailure({ code, command, permanent, response }: NodemailerError): MailOutcome {
  const known = reasons[code ?? '']
  if (known !== undefined) return { state: 'failed', reason: known, permanent: false }
  if (response === undefined) {
    return { state: 'failed', reason: 'The mail server could not be reached.', permanent: false }
  }
  const answer = response.replace(/\s+/g, ' ').slice(0, 150)
  // A rejected sender is a wrong setting, which the operator can correct.
  const isFinal = permanent === true && command !== 'MAIL FROM'
  return { state: 'failed', reason: `The mail server rejected the email: ${answer}`, permanent: isFinal }
}

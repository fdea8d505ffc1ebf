import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** An email as a test server received it. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers by lower-case name, unfolded. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly html: string
}

export interface MailServer {
  readonly port: number
  readonly mails: readonly ReceivedMail[]
  readonly close: () => Promise<void>
}

/**
 * Starts a mail server on loopback that keeps what it receives. It offers no TLS unless the options say so. It accepts a
 * mail, which it has already stored, when `beforeAccept` resolves.
 */
export async function startMailServer(
  options: SMTPServerOptions = {},
  beforeAccept: () => Promise<unknown> = async () => undefined,
): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], logger: false, closeTimeout: 0 },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        mails.push({ from, to, ...readMessage(Buffer.concat(chunks).toString('utf8')) })
        void beforeAccept().then(() => done())
      })
    },
    ...options,
  })
  // A client that ends its connection abruptly is part of some tests.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

function readMessage(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = splitHeaders(raw)
  const [, boundary] = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '') ?? []
  const parts = boundary === undefined ? [raw] : body.split(`--${boundary}`).map((part) => part.replace(/^\r\n/, ''))
  const find = (type: string): string => {
    const part = parts.map(splitHeaders).find((found) => found.headers['content-type']?.startsWith(type))
    return part === undefined ? '' : decode(part.body, part.headers['content-transfer-encoding'])
  }
  return { headers, text: find('text/plain').trimEnd(), html: find('text/html').trimEnd() }
}

function splitHeaders(raw: string) {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { headers, body: raw.slice(end + 4) }
}

function decode(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n')
  const lines = body.replaceAll('\r\n', '\n')
  if (encoding !== 'quoted-printable') return lines
  const bytes = lines
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

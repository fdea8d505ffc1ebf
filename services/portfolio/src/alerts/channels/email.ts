import type { Mailer, MailSection } from '@callwright/service'
import type { AlertMessage, Transport } from './message.ts'
import { idOf, showTime } from './message-texts.ts'

export interface EmailTarget {
  readonly address: string
  readonly unsubscribeToken: string
}

const FOOTER = ['Alerts of Callwright go to your email because you switched them on. They are not advice.']

export function createEmail(deps: { readonly mailer: Mailer; readonly publicUrl: string }): Transport<EmailTarget> {
  const { mailer, publicUrl } = deps
  return {
    send({ address, unsubscribeToken }, messages, signal) {
      const [first, ...others] = messages
      const mail = {
        id: idOf(messages),
        to: address,
        subject: first !== undefined && others.length === 0 ? first.title : `${messages.length} alerts`,
        sections: messages.map((message) => writeSection(message, publicUrl)),
        footer: FOOTER,
        unsubscribeUrl: `${publicUrl}/api/portfolio/alerts/unsubscribe/${encodeURIComponent(unsubscribeToken)}`,
      }
      return mailer.send(mail, signal)
    },
  }
}

function writeSection({ title, sentence, rule, asOf, dataNote, path }: AlertMessage, publicUrl: string): MailSection {
  return {
    heading: title,
    paragraphs: [sentence, ...(dataNote === null ? [] : [dataNote]), `${rule} As of ${showTime(asOf)}.`],
    link: { label: 'Open in Callwright', url: `${publicUrl}${path}` },
  }
}

import { useState } from 'react'
import { notify } from '../../../shared/notify.ts'
import { coachWords as words } from '../coach-words.ts'
import type { ShownMessage } from '../conversation.ts'
import { MessageTime } from './message-time.tsx'
import classes from './messages.module.css'
import { Sources } from './sources.tsx'

/** Time, sources and Copy button of an answer. */
export function AnswerFoot({ message }: { readonly message: ShownMessage }) {
  const { content, timestamp, sources, engine, trouble } = message
  if (timestamp === null) return null
  return (
    <div className={classes.foot}>
      <MessageTime timestamp={timestamp} />
      {trouble === null && <CopyButton text={content} />}
      {engine !== null && <Sources sources={sources} engine={engine} />}
    </div>
  )
}

function CopyButton({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      notify(words.notCopied)
    }
  }
  return (
    <button type="button" className={classes.small} onClick={copy} onBlur={() => setCopied(false)}>
      {copied ? words.copied : words.copy}
    </button>
  )
}

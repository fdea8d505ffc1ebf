import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { coachWords as words } from '../coach-words.ts'
import type { ShownMessage } from '../conversation.ts'
import { MessageTime } from './message-time.tsx'
import classes from './messages.module.css'

export function AskedQuestion({ message }: { readonly message: ShownMessage }) {
  return (
    <li className={classes.question} data-role="user">
      <p className={classes.bubble}>
        <VisuallyHidden>{words.you}: </VisuallyHidden>
        {message.content}
      </p>
      <div className={classes.foot}>
        {message.isFromLink && <span>{words.fromLink}</span>}
        {message.timestamp !== null && <MessageTime timestamp={message.timestamp} />}
      </div>
    </li>
  )
}

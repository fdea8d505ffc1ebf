import { useCoachStatusQuery } from '../../api/coach-endpoints.ts'
import { useAttentionQuery } from '../../api/portfolio-endpoints.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { usePageKeys } from '../../shared/use-page-keys.ts'
import { ClearChat } from './clear-chat.tsx'
import classes from './coach-page.module.css'
import { coachWords as words } from './coach-words.ts'
import { Composer } from './composer/composer.tsx'
import { ConsentNote } from './composer/consent-note.tsx'
import { QuickActions } from './composer/quick-actions.tsx'
import type { ShownMessage } from './conversation.ts'
import { MessageList } from './messages/message-list.tsx'
import { PositionQuestions, useOwnQuestions } from './side/position-questions.tsx'
import { UsedSources } from './side/used-sources.tsx'
import { useConsent } from './use-consent.ts'
import { useConversation } from './use-conversation.ts'
import { useDraft } from './use-draft.ts'
import { useLinkedPrompt } from './use-linked-prompt.ts'
import { WaitingLog } from './waiting-log.tsx'

const DEFAULT_MAX_LENGTH = 2_000

/** Chat with the coach. */
export function CoachPage() {
  const { data: status } = useCoachStatusQuery(undefined, { refetchOnReconnect: true })
  const { data: attention } = useAttentionQuery()
  const questions = useOwnQuestions()
  const consent = useConsent(status)
  const conversation = useConversation({ sharesPositions: consent.agreed === true })
  const { messages, pending, isLoading, loadFailed, loadAgain, wasCleared, ask, stop, clear } = conversation
  const [draft, setDraft] = useDraft()
  const most = status?.limits.message_length ?? DEFAULT_MAX_LENGTH
  const isWaiting = pending !== null
  const isReady = !isWaiting && !isLoading
  const isSendable = (words: string) => !isLoading && words.trim() !== '' && words.trim().length <= most
  const askHere = (asked: string, isFromLink = false) => {
    if (isReady) void ask({ text: asked.trim(), isFromLink })
  }
  const linked = useLinkedPrompt({
    isReady,
    onDue: (prompt) => (isSendable(prompt) ? askHere(prompt, true) : setDraft(prompt)),
  })
  const write = (text: string) => {
    linked.take()
    setDraft(text)
  }
  const send = (asked: string) => {
    const isFromLink = linked.shown !== null
    linked.take()
    if (!isFromLink) setDraft('')
    askHere(asked, isFromLink)
  }
  usePageKeys(isWaiting ? { Escape: stop } : {})

  const shown = wasCleared ? messages : [welcomeWith(status?.welcome), ...messages]
  const footer = messages.findLast(({ engine }) => engine !== null)?.engine?.text ?? status?.text
  const lastQuestion = messages.findLast(({ role }) => role === 'user')?.content ?? null
  const isNew = messages.length === 0 && !isWaiting
  return (
    <Page
      title={words.title}
      freshness={attention?.freshness ?? null}
      actions={<ClearChat hasConversation={isLoading || loadFailed || lastQuestion !== null} onClear={clear} />}
      banners={
        loadFailed && !isWaiting && <Banner action={{ label: words.retry, run: loadAgain }}>{words.noHistory}</Banner>
      }
    >
      <div className={classes.content}>
        <div className={classes.talk}>
          <div className={classes.log}>
            <div className={classes.column}>
              {isLoading ? (
                <WaitingLog onRetry={loadAgain} />
              ) : (
                <MessageList messages={shown} pending={pending} onAsk={(question) => isReady && void ask(question)} />
              )}
              {isNew && !isLoading && (
                <div className={classes.start}>
                  {!wasCleared && <p className={classes.disclaimer}>{status?.disclaimer}</p>}
                  <div className={classes.narrow}>
                    <PositionQuestions questions={questions} isWaiting={!isReady} onAsk={askHere} />
                  </div>
                </div>
              )}
            </div>
          </div>
          <div className={classes.foot} data-page-foot="">
            <div className={classes.column}>
              <ConsentNote consent={consent} />
              <QuickActions isWaiting={!isReady} onAsk={askHere} />
              <Composer
                {...{ lastQuestion, most, isWaiting, isSendable }}
                text={linked.shown ?? draft}
                onText={write}
                onSend={send}
                onStop={stop}
              />
              <p className={classes.footer}>{footer}</p>
            </div>
          </div>
        </div>
        <aside className={classes.side} aria-label={words.side.label}>
          <UsedSources messages={messages} />
          <PositionQuestions questions={questions} isWaiting={!isReady} onAsk={askHere} />
        </aside>
      </div>
    </Page>
  )
}

const welcomeWith = (text: string = words.welcome): ShownMessage => ({
  ...{ id: 'welcome', role: 'assistant', content: text, timestamp: null, isFromLink: false },
  ...{ dataReturned: null, sources: [], engine: null, isPersonal: false, trouble: null },
})

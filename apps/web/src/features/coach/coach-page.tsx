import { coachWelcome } from '@callwright/contracts/coach-basics'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useCoachStatusQuery } from '../../api/coach.ts'
import { useAttentionQuery } from '../../api/portfolio.ts'
import { commonWords } from '../../shared/common-words.ts'
import { useRootMark } from '../../shared/hooks.ts'
import { usePageKeys } from '../../shared/page-keys.ts'
import { LoadingStatus } from '../../shared/ui/loading.tsx'
import { Banner } from '../../shared/ui/notices.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { useDeferred } from '../../shared/use-deferred.ts'
import classes from './coach.module.css'
import { Composer, ConsentNote, QuickActions } from './composer.tsx'
import type { ShownMessage } from './conversation.ts'
import { MessageList } from './message-list.tsx'
import { PositionQuestions, UsedSources, useOwnQuestions } from './side.tsx'
import { Examples } from './understood.tsx'
import { useConsent, useDraft, useLinkedPrompt } from './use-composer.ts'
import { useConversation } from './use-conversation.ts'

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
  const isSendable = (text: string) => !isLoading && text.trim() !== '' && text.trim().length <= most
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
  useRootMark('pageFoot', 'chat')
  usePageKeys(isWaiting ? { Escape: stop } : {})

  const shown = wasCleared ? messages : [welcomeWith(status?.welcome), ...messages]
  const footer = messages.findLast(({ engine }) => engine !== null)?.engine?.text ?? status?.text
  const lastQuestion = messages.findLast(({ role }) => role === 'user')?.content ?? null
  const isNew = messages.length === 0 && !isWaiting
  return (
    <Page
      title="AI Trading Coach"
      freshness={attention?.freshness ?? null}
      actions={<ClearChat hasConversation={isLoading || loadFailed || lastQuestion !== null} onClear={clear} />}
      banners={
        loadFailed &&
        !isWaiting && (
          <Banner action={{ label: commonWords.retry, run: loadAgain }}>Could not load earlier messages.</Banner>
        )
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
                <Stack gap="lg" mt="lg" className={classes.start}>
                  {!wasCleared && <Text c="var(--text-faint)">{status?.disclaimer}</Text>}
                  <Examples isWaiting={!isReady} onAsk={askHere} />
                  <div className={classes.narrow}>
                    <PositionQuestions questions={questions} isWaiting={!isReady} onAsk={askHere} />
                  </div>
                </Stack>
              )}
            </div>
          </div>
          <div className={classes.foot}>
            <div className={classes.column}>
              <ConsentNote consent={consent} />
              <QuickActions isWaiting={!isReady} onAsk={askHere} />
              <Composer
                lastQuestion={lastQuestion}
                most={most}
                isWaiting={isWaiting}
                isSendable={isSendable}
                text={linked.shown ?? draft}
                onText={write}
                onSend={send}
                onStop={stop}
              />
              <Text size="sm" ta="center" c="var(--text-faint)" mih={24} pt="sm">
                {footer}
              </Text>
            </div>
          </div>
        </div>
        <aside className={classes.side} aria-label="About this conversation">
          <UsedSources messages={messages} />
          <PositionQuestions questions={questions} isWaiting={!isReady} onAsk={askHere} />
        </aside>
      </div>
    </Page>
  )
}

const welcomeWith = (text: string = coachWelcome): ShownMessage => ({
  id: 'welcome',
  role: 'assistant',
  content: text,
  timestamp: null,
  isFromLink: false,
  dataReturned: null,
  sources: [],
  engine: null,
  understood: null,
  isPersonal: false,
  trouble: null,
})

const loadDialog = async () => (await import('../../shared/ui/dialog.tsx')).ConfirmDialog

interface ClearChatProps {
  readonly hasConversation: boolean
  readonly onClear: () => void
}

/** Clears the chat; asks for confirmation if there is a conversation. */
function ClearChat({ hasConversation, onClear }: ClearChatProps) {
  const dialog = useDeferred(loadDialog)
  const [opened, { open, close }] = useDisclosure(false)
  const ask = async () => {
    if (await dialog.load()) open()
  }
  return (
    <>
      <Button variant="subtle" onClick={hasConversation ? ask : onClear}>
        Clear Chat
      </Button>
      {dialog.part !== null && (
        <dialog.part
          opened={opened}
          title="Clear the chat?"
          text="This also deletes the conversation on the server. It cannot be undone."
          confirm="Clear Chat"
          isFinal
          onCancel={close}
          onConfirm={() => {
            close()
            onClear()
          }}
        />
      )}
    </>
  )
}

/** Skeleton for a conversation that is loading. */
function WaitingLog({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Stack gap="lg" aria-busy="true">
      <Skeleton animate={false} h={48} w="40%" ml="auto" />
      <Skeleton animate={false} h={48} w="70%" />
      <Skeleton animate={false} h={48} w="70%" />
      <LoadingStatus words="Loading the conversation..." retrying={false} onRetry={onRetry} />
    </Stack>
  )
}

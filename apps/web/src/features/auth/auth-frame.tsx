import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { useDemoMutation } from '../../api/auth.ts'
import { asApiError } from '../../api/http.ts'
import { selectSession } from '../../api/session.ts'
import { SubmitError } from '../../shared/form/server-errors.tsx'
import { useSingleRun } from '../../shared/hooks.ts'
import { HOME_PATH, readReturnPath } from '../../shared/paths.ts'
import { Link, Navigate, useSearchParams } from '../../shared/routing.ts'
import { Brand, DocumentTitle } from '../../shared/ui/brand.tsx'
import { ThemeMenu } from '../../shared/ui/menus.tsx'
import { useDeferred } from '../../shared/use-deferred.ts'
import classes from './auth.module.css'

interface Entry {
  /** The user is signed in to a full account: redirect to the page they came from. */
  readonly shouldRedirect: boolean
  /** The user is signed in to a demo account: stay on this page so they can register. */
  readonly isFromDemo: boolean
}

export function useEntry(): Entry {
  const { status, user } = useSelector(selectSession)
  const [demoId] = useState(user?.isDemo ? user.id : null)
  const isSignedIn = status === 'signed_in' && user !== null
  const isFromDemo = isSignedIn && user.id === demoId
  return { shouldRedirect: isSignedIn && !isFromDemo, isFromDemo }
}

interface AuthFrameProps {
  readonly title: string
  readonly entry: Entry
  /** Parameters with the path to return to, if they are not in the URL. */
  readonly parameters?: URLSearchParams
  /** Whether the page offers the demo. */
  readonly hasDemo?: boolean
  readonly children: ReactNode
}

/** Sign-in page layout: a form beside an illustration. Redirects signed-in users to the page they came from. */
export function AuthFrame({ title, entry, parameters, hasDemo = true, children }: AuthFrameProps) {
  const { shouldRedirect, isFromDemo } = entry
  const [search] = useSearchParams()
  // On a phone the form is taller than the screen: scroll the next page back to the top.
  useEffect(() => () => window.scrollTo(0, 0), [])
  return (
    <div className={classes.frame}>
      <DocumentTitle title={title} />
      <main className={classes.side}>
        <Group className={classes.head} justify="space-between">
          <Brand />
          <ThemeMenu />
        </Group>
        {children}
        {hasDemo && !isFromDemo && (
          <Text size="sm" c="var(--text-faint)">
            No sign-up needed. The account and its example positions are private to you and are deleted after 24 hours.
          </Text>
        )}
      </main>
      <aside className={classes.picture} aria-label="Illustration">
        <PayoffDrawing />
        <Text className={classes.line} fw="var(--weight-strong)" lts="-0.022em">
          Rise to the strike. Keep the premium. Decide before it matters.
        </Text>
        <p className={classes.caption}>Illustration with made-up figures, not market data</p>
      </aside>
      {shouldRedirect && <Navigate to={readReturnPath(parameters ?? search, window.location.origin)} replace />}
    </div>
  )
}

export const FormTitle = ({ children }: { readonly children: string }) => (
  <Text component="h1" size="2xl" fw="var(--weight-strong)" lts="-0.022em" mb="lg">
    {children}
  </Text>
)

interface DemoEntryProps {
  readonly entry: Entry
  /** Whether another sign-in request is pending. */
  readonly busy: boolean
}

const loadProviderButton = async () => (await import('./provider-button.tsx')).ProviderButton

/** Button that opens a demo account; demo users get a link back to the demo instead. */
export function DemoEntry({ entry: { shouldRedirect, isFromDemo }, busy }: DemoEntryProps) {
  const [openDemo, { isLoading, error }] = useDemoMutation()
  const { part: ProviderButton, tryLoad } = useDeferred(loadProviderButton)
  // Loads after the page, because few servers have a provider.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it loads once
  useEffect(() => {
    void tryLoad()
  }, [])
  const open = useSingleRun(() => openDemo())
  const failure = asApiError(error)
  return (
    <>
      {isFromDemo ? (
        <Text mt="lg">
          <Link to={HOME_PATH}>Back to the demo</Link>
        </Text>
      ) : (
        <>
          <p className={classes.or}>or</p>
          {failure && !isLoading && (
            <SubmitError error={failure} fallback="Could not open the demo. Please try again." />
          )}
          <Button type="button" size="lg" fullWidth disabled={busy || isLoading || shouldRedirect} onClick={open}>
            {isLoading ? 'Opening the demo...' : 'Try the demo'}
          </Button>
        </>
      )}
      {ProviderButton && <ProviderButton busy={busy || shouldRedirect} />}
    </>
  )
}

/** Heights of a made-up price line, evenly spaced: an illustration, not market data. */
const HEIGHTS = [
  753, 739, 748, 734, 743, 740, 734, 716, 701, 683, 661, 637, 633, 613, 603, 580, 586, 587, 591, 603, 634, 615, 617,
  612, 587, 596, 595, 612, 591, 559, 539, 535, 522, 537, 528, 511, 484, 485, 491, 473, 475, 524, 550, 559, 556, 536,
  522, 531, 518, 535, 540, 517, 477, 455, 476, 475, 460, 465, 447, 424,
]
const TODAY = { x: 646, y: 424 }
const EXPIRATION_X = 840
const STRIKE_Y = 296
const CONE_HALF_HEIGHT = 146
const CONE_STEPS = 24

const pricePath = HEIGHTS.map(
  (y, index) => `${index === 0 ? 'M' : 'L'}${((index * TODAY.x) / (HEIGHTS.length - 1)).toString().slice(0, 6)} ${y}`,
).join('')

/** Outline of the expected range, which widens with the square root of time. */
function buildCone(): string {
  const edge = (side: 1 | -1) =>
    Array.from({ length: CONE_STEPS + 1 }, (_, step) => {
      const share = (step / CONE_STEPS) ** 2
      const x = TODAY.x + share * (EXPIRATION_X - TODAY.x)
      return `${Math.round(x * 10) / 10} ${Math.round((TODAY.y + side * CONE_HALF_HEIGHT * Math.sqrt(share)) * 10) / 10}`
    })
  return `M${[...edge(-1), ...edge(1).reverse()].join('L')}Z`
}

const conePath = buildCone()

/** Illustration: a price that rises toward the strike, where the payoff goes flat. */
function PayoffDrawing() {
  return (
    <svg className={classes.drawing} viewBox="0 0 900 900" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
      <defs>
        <pattern id="expected" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path stroke="var(--text-faint)" strokeWidth="1.2" opacity="0.75" d="M0 0V5" />
        </pattern>
      </defs>
      <path stroke="var(--text-faint)" strokeDasharray="2 3" d={conePath} fill="url(#expected)" />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path stroke="var(--accent)" strokeWidth="2" strokeDasharray="1 7" d={`M0 ${STRIKE_Y}H${TODAY.x}`} />
        <path stroke="var(--accent)" strokeWidth="2.5" d={`M${TODAY.x} ${STRIKE_Y}H900`} />
        <path stroke="var(--text)" strokeWidth="2.2" d={pricePath} />
      </g>
      <circle fill="var(--text)" cx={TODAY.x} cy={TODAY.y} r="5" />
      <circle fill="var(--accent)" stroke="var(--surface)" strokeWidth="2.5" cx={EXPIRATION_X} cy={STRIKE_Y} r="6" />
      <g className={classes.labels} textAnchor="end">
        <text fill="var(--accent)" x={EXPIRATION_X} y={STRIKE_Y - 30}>
          Your strike
        </text>
        <text fill="var(--text)" x={TODAY.x - 12} y={TODAY.y - 12}>
          Today
        </text>
      </g>
    </svg>
  )
}

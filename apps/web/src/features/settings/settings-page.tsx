import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useScreenQuery } from '../../api/screener-endpoints.ts'
import { selectSession } from '../../api/session.ts'
import { readPageKey } from '../../shared/history-mark.ts'
import { Link, useLocation } from '../../shared/routing.ts'
import { Page } from '../../shared/ui/page.tsx'
import { AboutSection } from './about/about-section.tsx'
import { marketQuery } from './about/market-query.ts'
import { DataSection } from './account/data-section.tsx'
import { PasswordSection } from './account/password-section.tsx'
import { AppearanceSection } from './appearance/appearance-section.tsx'
import { SessionsSection } from './sessions/sessions-section.tsx'
import classes from './settings-page.module.css'
import { sectionNames, settingsWords } from './settings-words.ts'
import { WeightsSection } from './weights-section.tsx'

export function SettingsPage() {
  const { user } = useSelector(selectSession)
  const { data } = useScreenQuery(marketQuery)
  useSectionOfAddress()
  if (user === null) return null
  return (
    <Page title={settingsWords.title} freshness={data?.freshness ?? null}>
      <div className={classes.column}>
        <nav className={classes.contents} aria-label={settingsWords.contents}>
          {Object.entries(sectionNames).map(([id, name]) => (
            <Link key={id} to={{ hash: id }} replace>
              {name}
            </Link>
          ))}
        </nav>
        <AppearanceSection />
        <WeightsSection />
        <SessionsSection isDemo={user.isDemo} />
        <PasswordSection user={user} />
        <DataSection user={user} />
        <AboutSection />
      </div>
    </Page>
  )
}

/** Scrolls to the section in the URL hash and focuses its heading, even when the same link is followed again. */
function useSectionOfAddress(): void {
  const location = useLocation()
  const { hash } = location
  const key = readPageKey(location)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes on every navigation, even to the same hash
  useEffect(() => {
    const id = Object.keys(sectionNames).find((each) => `#${each}` === hash)
    const section = id === undefined ? null : document.getElementById(id)
    section?.scrollIntoView()
    section?.querySelector('h2')?.focus({ preventScroll: true })
  }, [hash, key])
}

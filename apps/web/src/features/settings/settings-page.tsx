import { Paper } from '@mantine/core'
import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useProviderLinksQuery } from '../../api/provider-links.ts'
import { useScreenQuery } from '../../api/screener.ts'
import { selectSession } from '../../api/session.ts'
import { readPageKey } from '../../shared/dialog-history.tsx'
import { Link, useLocation } from '../../shared/routing.ts'
import { Page } from '../../shared/ui/page.tsx'
import { AboutSection, marketQuery } from './about-section.tsx'
import { DataSection, PasswordSection, WeightsSection } from './account-sections.tsx'
import { ActivitySection } from './activity-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { ProviderSection } from './provider/section.tsx'
import { SecondFactorSection } from './second-factor/section.tsx'
import { sectionNames } from './section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import classes from './settings.module.css'

export function SettingsPage() {
  const { user } = useSelector(selectSession)
  const { data } = useScreenQuery(marketQuery)
  const isDemo = user?.isDemo !== false
  const provider = useProviderLinksQuery(undefined, { skip: isDemo })
  // Most servers have no provider, so the section is hidden until the account is known to be connected to one.
  const hasProvider = !isDemo && (provider.error !== undefined || (provider.data?.links.length ?? 0) > 0)
  useSectionOfAddress()
  if (user === null) return null
  return (
    <Page title="Settings" freshness={data?.freshness ?? null}>
      <Paper className={classes.column} bg="var(--surface)" w="100%" maw={760} px="lg">
        <nav className={classes.contents} aria-label="Settings by section">
          {Object.entries(sectionNames)
            .filter(([id]) => id !== 'provider' || hasProvider)
            .map(([id, name]) => (
              <Link key={id} to={{ hash: id }} replace>
                {name}
              </Link>
            ))}
        </nav>
        <AppearanceSection />
        <WeightsSection />
        <SessionsSection isDemo={user.isDemo} />
        <ActivitySection isDemo={user.isDemo} />
        <PasswordSection user={user} />
        <SecondFactorSection isDemo={user.isDemo} />
        {hasProvider && <ProviderSection />}
        <DataSection user={user} />
        <AboutSection />
      </Paper>
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

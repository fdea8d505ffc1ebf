import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { Banner, type BannerAction } from './banner.tsx'
import classes from './notice-line.module.css'
import { uiWords } from './ui-words.ts'

export interface Notice {
  /** A banner's tones. */
  readonly tone: 'trouble' | 'example'
  readonly text: ReactNode
  readonly action?: BannerAction
}

interface NoticeLineProps {
  /** Most urgent first. */
  readonly notices: readonly Notice[]
}

/** A line below the top bar that shows the most urgent notice. The others open on demand. */
export function NoticeLine({ notices }: NoticeLineProps) {
  const [first, ...others] = notices
  if (first === undefined) return null
  return (
    <div className={classes.line}>
      <Banner
        key={first.tone}
        tone={first.tone}
        action={first.action}
        more={others.length > 0 && <OtherNotices notices={others} />}
      >
        {first.text}
      </Banner>
    </div>
  )
}

function OtherNotices({ notices }: NoticeLineProps) {
  const name = uiWords.moreNotices(notices.length)
  return (
    <Popover position="bottom-end" width={320} shadow="none" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes.more} aria-label={name} title={name}>
          {uiWords.moreShort(notices.length)}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.others}>
        {notices.map(({ tone, text, action }) => (
          <Banner key={tone} tone={tone} action={action}>
            {text}
          </Banner>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

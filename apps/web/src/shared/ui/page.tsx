import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { type ReactNode, use } from 'react'
import { DocumentTitle } from '../document-title.tsx'
import classes from './page.module.css'
import { ShellContext } from './shell-context.ts'
import { ThemeMenu } from './theme-menu.tsx'

interface PageProps {
  readonly title: string
  /** Beside the title: what the whole page rests on. */
  readonly aside?: ReactNode
  readonly actions?: ReactNode
  readonly banners?: ReactNode
  readonly children: ReactNode
}

export const CONTENT_ID = 'content'

/** A signed-in page: one top bar, its banners, its content. */
export function Page({ title, aside, actions, banners, children }: PageProps) {
  const { openMenu, notice } = use(ShellContext)
  return (
    <div className={classes.page}>
      <DocumentTitle title={title} />
      <header className={classes.top}>
        {openMenu && (
          <ActionIcon className={classes.menu} size={44} aria-label="Open menu" onClick={openMenu}>
            <IconMenu2 size={20} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        )}
        <h1 className={classes.title}>{title}</h1>
        <div className={classes.aside}>{aside}</div>
        <div className={classes.actions}>
          {actions}
          <ThemeMenu />
        </div>
      </header>
      <main id={CONTENT_ID} className={classes.main} tabIndex={-1}>
        <div className={classes.banners}>
          {notice}
          {banners}
        </div>
        {children}
      </main>
    </div>
  )
}

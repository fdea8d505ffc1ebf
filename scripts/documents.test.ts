import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from '@jest/globals'
import { inRoot, root } from './lib/tool.mjs'

const places = ['*.md', 'docs/**/*.md', '{apps,libs,services}/*/README.md', '{libs,services}/*/src/**/README.md']
const documents = globSync(places, { cwd: root })
const read = (file: string) => readFileSync(inRoot(file), 'utf8')
const withoutCode = (text: string) => text.replace(/^ *```.*?^ *```/gms, '').replace(/`[^`\n]*`/g, '')

const listAnchors = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Links into the repository: a file, optionally with an anchor. */
const listLinks = (file: string) =>
  [...withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(https?|mailto):/.test(target))
    .map((target) => {
      const [path = '', anchor] = target.split('#')
      return { target, path: path === '' ? file : relative(root, join(root, dirname(file), path)), anchor }
    })

/** Runbook sections that alerts and the pages under /ops refer to. */
function listRunbookSections(): Set<string> {
  const alerts = read('deploy/observability/prometheus/rules.yml').matchAll(/runbook_url: docs\/runbook\.md#([a-z-]+)/g)
  const checks = read('apps/gateway/src/ops/checks.ts').matchAll(/^ +(?:runbook: )?'((?:[a-z]+-)+[a-z]+)',$/gm)
  const inline = read('apps/gateway/src/ops/checks.ts').matchAll(/cause\('\w+', '([a-z-]+)'/g)
  return new Set([...alerts, ...checks, ...inline].map(([, name = '']) => name))
}

test('docs/runbook.md has a section for each alert and each check of /ops, and no other', () => {
  const sections = [...read('docs/runbook.md').matchAll(/^## ([a-z]+(?:-[a-z]+)+)$/gm)].map(([, name = '']) => name)
  expect(sections.toSorted()).toEqual([...listRunbookSections()].sort())
})

test('every runbook section has the effect on users, diagnosis, causes, actions and the sign that it is resolved', () => {
  const sections = read('docs/runbook.md')
    .split(/^## /m)
    .filter((section) => /^[a-z]+-/.test(section))
  const parts = ['- **Users notice**', '- **Check**', '- **Causes**', '- **Do**', '- **Resolved when**']
  for (const section of sections) {
    const [name] = section.split('\n')
    expect([name, parts.filter((part) => !section.includes(part))]).toEqual([name, []])
  }
})

test('docs/security.md names each control once', () => {
  const rows = [...read('docs/security.md').matchAll(/^\| (S\d\d) \|/gm)].map(([, id]) => id)
  expect(rows).toEqual(Array.from({ length: 32 }, (_, index) => `S${String(index + 1).padStart(2, '0')}`))
})

test('documents have no broken links', () => {
  const isLost = ({ path, anchor }: { readonly path: string; readonly anchor: string | undefined }) =>
    !existsSync(inRoot(path)) || (anchor !== undefined && path.endsWith('.md') && !listAnchors(path).includes(anchor))
  const lost = documents.map((file) => [file, listLinks(file).filter(isLost)] as const)
  expect(lost.flatMap(([file, links]) => links.map(({ target }) => `${file}: ${target}`))).toEqual([])
})

test('documents name only files that exist', () => {
  const named = documents.flatMap((file) =>
    [...read(file).matchAll(/`((?:apps|deploy|docs|libs|scripts|services|tools)\/[\w./-]+)`/g)].map(([, path = '']) => [
      file,
      path,
    ]),
  )
  expect(named.length).toBeGreaterThan(100)
  // The build output may not exist yet.
  const written = named.filter(([, path]) => path !== 'apps/web/dist')
  expect(written.filter(([, path = '']) => !existsSync(inRoot(path)))).toEqual([])
})

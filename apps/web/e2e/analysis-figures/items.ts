import type { Locator } from 'playwright-core'

/** A text that contains a number, the place where it appears and, in a table, its row. */
export interface Item {
  readonly place: string
  readonly row: string
  readonly text: string
}

/** Lists every text with a number inside an element, whether shown or read out: text, fields, labels and hints. */
export const readItems = (root: Locator): Promise<Item[]> => root.evaluate(collectItems)

/** Runs in the page. */
function collectItems(root: Element): Item[] {
  const BLOCKS = 'td, th, dt, dd, p, li, caption, summary, select, option, button, label, output, h2, h3, text'
  const hasNumeral = (text: string | null | undefined): text is string => /\d/.test(text ?? '')
  /** Keeps signs next to their numbers and puts spaces between words. */
  const tidy = (text: string) =>
    text
      .replace(/\s+/g, ' ')
      .replace(/ ([,.:)])/g, '$1')
      .replace(/([+\u2212])\$/g, '$$$1')
      .trim()
  const readText = (node: Node): string =>
    node instanceof Element
      ? node.matches('style, desc')
        ? ''
        : ` ${[...node.childNodes].map(readText).join('')} `
      : (node.textContent ?? '')
  const textOf = (element: Element | null | undefined) => (element ? tidy(readText(element)) : '')
  const spokenOf = (element: Element | null | undefined) => {
    const copy = element?.cloneNode(true)
    if (!(copy instanceof Element)) return ''
    for (const unspoken of copy.querySelectorAll('[aria-hidden=true]')) unspoken.remove()
    return textOf(copy)
  }
  const nameOf = (element: Element): string =>
    element.getAttribute('aria-label') ??
    textOf(document.getElementById(element.getAttribute('aria-labelledby') ?? '') ?? element.querySelector('caption'))
  const regionOf = (element: Element) => {
    const region = element.closest('section')
    return region ? nameOf(region) : ''
  }
  const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(', ')

  function placeOf(element: Element): Pick<Item, 'place' | 'row'> {
    const region = regionOf(element)
    const cell = element.closest<HTMLTableCellElement>('tbody td, tbody th')
    const line = cell?.closest('tr')
    const table = cell?.closest('table')
    if (cell && line && table) {
      const name = nameOf(table).split(/[,;]/)[0] ?? ''
      if (line.cells.length === 1) return { place: joined(region, name, 'across'), row: '' }
      const column = spokenOf(table.tHead?.rows[0]?.cells[cell.cellIndex])
      return { place: joined(region, name, column), row: textOf(line.cells[0]) }
    }
    const definition = element.closest('dd')
    return { place: joined(region, spokenOf(definition?.previousElementSibling)), row: '' }
  }

  const items: Item[] = []
  const add = (element: Element, text: string, kind = '') => {
    const { place, row } = placeOf(element)
    items.push({ place: joined(place, kind), row, text: tidy(text) })
  }

  const blocks = new Set<Element>()
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const { parentElement: parent, textContent: text } = node
    if (parent === null || parent.closest('style, desc') || !hasNumeral(text)) continue
    blocks.add(parent.closest('select') ?? parent.closest(BLOCKS) ?? parent)
  }
  for (const block of blocks) {
    // The text of a nested block is read as part of the outer block.
    const outer = block.parentElement?.closest('td, th, li, select')
    if (outer && blocks.has(outer)) continue
    if (block.closest('.highcharts-axis-labels, [data-axes]')) add(block, textOf(block), 'scale')
    else add(block, textOf(block), block.localName === 'select' ? nameOf(block) : '')
  }
  for (const field of root.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')) {
    const name = field.getAttribute('aria-label') ?? textOf(field.labels?.[0])
    if (hasNumeral(field.value)) add(field, field.value, name)
  }
  for (const element of root.querySelectorAll('[data-hint], [aria-label], [aria-valuetext]')) {
    // Highcharts writes labels of its own, but only the app gives an element a hint.
    if (element.closest('.highcharts-container') && !element.hasAttribute('data-hint')) continue
    for (const [attribute, kind] of [
      ['data-hint', 'hint'],
      ['aria-label', 'label'],
      ['aria-valuetext', 'spoken'],
    ] as const) {
      const text = element.getAttribute(attribute)
      if (hasNumeral(text)) add(element, text, kind)
    }
  }
  return items
}

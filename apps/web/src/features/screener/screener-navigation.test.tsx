import '../../testing/matchers.ts'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { buildStock, buildStocks, buildView, buildViewPage } from '../../testing/builders.ts'
import { beUnreachable, createGate, refuse, reply } from '../../testing/fake-network.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../testing/render-app.tsx'

afterEach(closeApp)

const findTable = () => screen.findByRole('grid')
/** The header cell of a sortable column; its tooltip may be open inside it. */
const header = (name: string) => screen.getByRole('button', { name }).closest('th')
const pageButton = (name: string) => screen.getByRole('button', { name })
const queryOf = (query: URLSearchParams | undefined) => Object.fromEntries(query ?? [])

describe('sorting', () => {
  test('a new column starts at its highest, the same one turns round, both at page 1', async () => {
    const { user, network, readUrl } = renderApp('/screening?page=2')
    await screen.findByText('QAZ')
    expect(header('Callwright Rating')).toHaveAttribute('aria-sort', 'descending')
    await user.click(pageButton('RSI'))
    await waitFor(() => expect(readUrl()).toBe('/screening?sort=rsi'))
    expect(header('RSI')).toHaveAttribute('aria-sort', 'descending')
    expect(header('Callwright Rating')).not.toHaveAttribute('aria-sort')
    await user.click(pageButton('RSI'))
    await waitFor(() => expect(readUrl()).toBe('/screening?sort=rsi&order=asc'))
    expect(header('RSI')).toHaveAttribute('aria-sort', 'ascending')
    await waitFor(() => expect(network.callsTo('screener.view')).toHaveLength(3))
    expect(network.callsTo('screener.view').map(({ query }) => queryOf(query))).toMatchObject([
      { limit: '25', offset: '25', sort_by: 'cc_score', sort_order: 'desc' },
      { limit: '25', offset: '0', sort_by: 'rsi', sort_order: 'desc' },
      { limit: '25', offset: '0', sort_by: 'rsi', sort_order: 'asc' },
    ])
  })

  test('a header explains its figures to pointer and keyboard', async () => {
    const { user } = renderApp('/screening')
    await findTable()
    await user.hover(pageButton('Price $'))
    expect(await screen.findByRole('tooltip')).toHaveTextContent(/last price of one share.*Source: stock quote/)
    act(() => screen.getByRole('link', { name: 'QAA' }).focus())
    await user.keyboard('{Control>}{Home}{/Control}{End}{ArrowLeft}')
    expect(pageButton('Market cap')).toHaveFocus()
    expect(await screen.findByText(/^What all shares of the company together cost/)).toBeInTheDocument()
    expect(pageButton('Market cap')).toHaveAccessibleDescription(/Formula: price × shares outstanding/)
  })

  test('a click on a rating opens what it is made of, and no other page', async () => {
    const { user, readUrl } = renderApp('/screening?page=2')
    await user.click(await screen.findByRole('button', { name: /^QAZ, Callwright Rating/ }))
    expect(await screen.findByRole('dialog', { name: 'Rating of QAZ' })).toBeInTheDocument()
    expect(readUrl()).toBe('/screening?page=2')
  })
})

describe('paging', () => {
  test('goes through the pages and counts the rows', async () => {
    const { user, readUrl } = renderApp('/screening')
    expect(await screen.findByText('1–25 of 60')).toBeInTheDocument()
    expect(pageButton('First')).toHaveAttribute('aria-disabled', 'true')
    expect(pageButton('Prev')).toHaveAttribute('aria-disabled', 'true')
    await user.click(pageButton('Next'))
    expect(await screen.findByText('QAZ')).toBeInTheDocument()
    expect(screen.getByText('26–50 of 60')).toBeInTheDocument()
    expect(pageButton('Page 2')).toHaveAttribute('aria-current', 'page')
    await user.click(pageButton('Last'))
    expect(await screen.findByText('51–60 of 60')).toBeInTheDocument()
    expect(pageButton('Next')).toHaveAttribute('aria-disabled', 'true')
    expect(readUrl()).toBe('/screening?page=3')
    await user.click(pageButton('First'))
    expect(await screen.findByText('1–25 of 60')).toBeInTheDocument()
    expect(readUrl()).toBe('/screening')
  })

  test('another page size starts at page 1', async () => {
    const { user, network, readUrl } = renderApp('/screening?page=2')
    await screen.findByText('QAZ')
    await user.selectOptions(screen.getByLabelText('Rows'), '100')
    expect(await screen.findByText('1–60 of 60')).toBeInTheDocument()
    expect(readUrl()).toBe('/screening?size=100')
    expect(queryOf(network.callsTo('screener.view').at(-1)?.query)).toMatchObject({ limit: '100', offset: '0' })
    expect(
      within(screen.getByLabelText('Rows'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['25', '50', '100', '200'])
  })

  test('Back brings the earlier screen, without asking again for what is known', async () => {
    const { user, network, readUrl, goBack } = renderApp('/screening')
    await screen.findByText('QAA')
    await user.click(pageButton('Next'))
    await screen.findByText('QAZ')
    await user.click(pageButton('RSI'))
    await waitFor(() => expect(network.callsTo('screener.view')).toHaveLength(3))
    await goBack()
    expect(readUrl()).toBe('/screening?page=2')
    expect(await screen.findByText('QAZ')).toBeInTheDocument()
    await goBack()
    expect(readUrl()).toBe('/screening')
    expect(await screen.findByText('QAA')).toBeInTheDocument()
    expect(network.callsTo('screener.view')).toHaveLength(3)
  })

  test('the page in view is no step to come back from', async () => {
    const { user, readUrl, goBack } = renderApp('/screening')
    await screen.findByText('QAA')
    await user.click(pageButton('Page 2'))
    await screen.findByText('QAZ')
    await user.click(pageButton('Page 2'))
    await goBack()
    expect(readUrl()).toBe('/screening')
  })

  test('two clicks before anything is drawn are two steps', async () => {
    const { readUrl } = renderApp('/screening')
    await findTable()
    act(() => {
      pageButton('RSI').click()
      pageButton('RSI').click()
    })
    await waitFor(() => expect(readUrl()).toBe('/screening?sort=rsi&order=asc'))
    act(() => {
      for (const name of ['Next', 'Next', 'Next', 'Prev', 'Prev', 'Next']) pageButton(name).click()
    })
    await waitFor(() => expect(readUrl()).toBe('/screening?sort=rsi&order=asc&page=2'))
    act(() => {
      pageButton('Last').click()
      pageButton('Next').click()
    })
    await waitFor(() => expect(readUrl()).toBe('/screening?sort=rsi&order=asc&page=3'))
  })

  test('an address restores the whole screen', async () => {
    const { network } = renderApp('/screening?sort=best_ann_yield&order=asc&page=2&size=50')
    await findTable()
    expect(queryOf(network.callsTo('screener.view')[0]?.query)).toMatchObject({
      limit: '50',
      offset: '50',
      sort_by: 'best_ann_yield',
      sort_order: 'asc',
    })
  })

  test('what means nothing in an address is left out and named', async () => {
    const { network } = renderApp('/screening?sort=drop&page=0&size=7')
    expect(await screen.findByText(/left out: sort=drop, page=0, size=7/)).toBeInTheDocument()
    await findTable()
    expect(queryOf(network.callsTo('screener.view')[0]?.query)).toMatchObject({ sort_by: 'cc_score', limit: '25' })
  })

  test('what pushes the page apart is cut', async () => {
    renderApp(`/screening?sort=${'x'.repeat(500)}`)
    expect(await screen.findByText(new RegExp(`left out: sort=${'x'.repeat(35)}…$`))).toBeInTheDocument()
  })

  test('a page that is not there leads to the last one', async () => {
    const { readUrl } = renderApp('/screening?page=9')
    expect(await screen.findByText('51–60 of 60')).toBeInTheDocument()
    expect(readUrl()).toBe('/screening?page=3')
  })

  test('a page that is not there takes no notice away', async () => {
    const { user, readUrl } = renderApp('/screening?page=9&sort=drop')
    expect(await screen.findByText('51–60 of 60')).toBeInTheDocument()
    expect(screen.getByText(/left out: sort=drop/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(readUrl()).toBe('/screening?page=3'))
    expect(screen.queryByText(/left out/)).toBeNull()
  })
})

describe('while it loads', () => {
  test('rows in the shape of the table, with words', async () => {
    const network = createHealthyNetwork()
    const gate = createGate(() => reply('screener.view', buildView([buildStock()])))
    network.answer('screener.view', gate.handler)
    renderApp('/screening', { network })
    expect(await screen.findByText('Loading stocks…')).toBeInTheDocument()
    expect(screen.queryByRole('grid')).toBeNull()
    await act(async () => gate.open())
    expect(await screen.findByText('QAAA')).toBeInTheDocument()
    expect(screen.queryByText('Loading stocks…')).toBeNull()
  })

  test('the earlier rows stay in view, marked as busy', async () => {
    const stocks = buildStocks(60)
    const { user, network } = renderApp('/screening')
    await screen.findByText('QAA')
    const gate = createGate(() =>
      reply('screener.view', buildViewPage(stocks, new URLSearchParams('limit=25&offset=25'))),
    )
    network.answer('screener.view', gate.handler)
    await user.click(pageButton('Next'))
    await waitFor(() => expect(screen.getByRole('region', { name: 'Stocks' })).toHaveAttribute('aria-busy', 'true'))
    expect(screen.getByText('QAA')).toBeInTheDocument()
    await act(async () => gate.open())
    expect(await screen.findByText('QAZ')).toBeInTheDocument()
    expect(screen.getByRole('region', { name: 'Stocks' })).toHaveAttribute('aria-busy', 'false')
  })
})

describe('failures', () => {
  test.each([
    [
      'with the server detail',
      () => refuse(500, 'Our database is away.'),
      'Failed to load stock data: Our database is away.',
    ],
    ['without one', () => new Response('oops', { status: 500 }), 'Failed to load stock data'],
    ['without an answer', beUnreachable, 'Failed to load stock data: Cannot reach the server'],
  ])('%s', async (_name, answer, text) => {
    const network = createHealthyNetwork()
    network.answer('screener.view', answer)
    renderApp('/screening', { network })
    expect(await screen.findByText(text)).toBeInTheDocument()
    expect(screen.queryByRole('grid')).toBeNull()
  })

  test('with an answer that is none', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {})
    const network = createHealthyNetwork()
    network.answer('screener.view', () => Response.json({ stocks: 7 }))
    renderApp('/screening', { network })
    const text = 'Failed to load stock data: The answer of the server could not be read'
    expect(await screen.findByText(text)).toBeInTheDocument()
    expect(log).toHaveBeenCalled()
    log.mockRestore()
  })

  test('show the request id, and Retry asks again', async () => {
    const network = createHealthyNetwork()
    network.answer('screener.view', () => refuse(500, 'Broken.'))
    const { user } = renderApp('/screening', { network })
    expect(await screen.findByText(/request-7/)).toBeInTheDocument()
    network.answer('screener.view', () => reply('screener.view', buildView([buildStock()])))
    await user.click(pageButton('Retry'))
    expect(await screen.findByText('QAAA')).toBeInTheDocument()
  })

  test.each([
    ['a network error', beUnreachable, 3],
    ['503', () => refuse(503, 'Away.'), 3],
    ['500', () => refuse(500, 'Broken.'), 1],
    ['429', () => refuse(429, 'Slow down.'), 1],
  ])('after %s the question is sent at most %#', async (_name, answer, times) => {
    const network = createHealthyNetwork()
    network.answer('screener.view', answer)
    renderApp('/screening', { network })
    await screen.findByText(/Failed to load stock data/)
    expect(network.callsTo('screener.view')).toHaveLength(times)
  })

  test('an earlier list is emptied', async () => {
    const { user, network } = renderApp('/screening')
    await screen.findByText('QAA')
    network.answer('screener.view', () => refuse(500, 'Broken.'))
    await user.click(pageButton('Next'))
    await screen.findByText('Failed to load stock data: Broken.')
    expect(screen.queryByText('QAA')).toBeNull()
    expect(screen.queryByText(/of 60/)).toBeNull()
  })
})

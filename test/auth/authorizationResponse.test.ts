import { describe, expect, it } from 'vitest';
import { judgeResponse, pastedQuery } from '../../src/main/auth/browser/authorizationResponse.ts';
import { PendingAnswer } from '../../src/main/auth/browser/pendingAnswer.ts';

const issuer = 'https://as.example';
const state = 'a'.repeat(43);
const judge = (query: string, promisesIss = false) =>
  judgeResponse(new URLSearchParams(query), state, { issuer, promisesIss });
const codeOf = (query: string, promisesIss = false) => {
  const verdict = judge(query, promisesIss);
  return verdict.kind === 'refused' ? verdict.error.code : verdict.kind;
};
const own = `state=${state}`;
const iss = `iss=${encodeURIComponent(issuer)}`;

describe('an answer at the redirect URI', () => {
  it.each([
    ['a code with its state', `code=c&${own}`, false, 'code'],
    ['a code from the issuer itself, unpromised', `code=c&${own}&${iss}`, false, 'code'],
    ['a code from the issuer itself, promised', `code=c&${own}&${iss}`, true, 'code'],
    ['no state', 'code=c', false, 'foreign'],
    ['another state', 'code=c&state=b', false, 'foreign'],
    ['a state cut short', `code=c&state=${state.slice(1)}`, false, 'foreign'],
    ['an error with another state', 'error=access_denied&state=b', false, 'foreign'],
    ['two states', `code=c&${own}&state=b`, false, 'foreign'],
    ['two codes', `code=c&code=d&${own}`, false, 'foreign'],
    // RFC 9207 section 2.4: compared character by character, promised or not.
    ['another issuer', `code=c&${own}&iss=https://evil.example`, true, 'auth/wrong-issuer'],
    [
      'another issuer, unpromised',
      `code=c&${own}&iss=https://evil.example`,
      false,
      'auth/wrong-issuer',
    ],
    [
      'the issuer written otherwise',
      `code=c&${own}&iss=https://as.example/`,
      true,
      'auth/wrong-issuer',
    ],
    ['the issuer in capitals', `code=c&${own}&iss=https://AS.example`, false, 'auth/wrong-issuer'],
    ['no issuer though promised', `code=c&${own}`, true, 'auth/wrong-issuer'],
    ['an empty issuer', `code=c&${own}&iss=`, false, 'auth/wrong-issuer'],
    [
      'an error of another issuer',
      `error=x&${own}&iss=https://evil.example`,
      false,
      'auth/wrong-issuer',
    ],
    ['a refusal of the person', `error=access_denied&${own}`, false, 'auth/denied'],
    ['any other error', `error=server_error&${own}`, false, 'auth/oauth-error'],
    ['an error beside a code', `error=server_error&code=c&${own}`, false, 'auth/oauth-error'],
    ['neither code nor error', own, false, 'auth/bad-answer'],
    ['an empty code', `code=&${own}`, false, 'auth/bad-answer'],
  ])('with %s', (_with, query, promisesIss, expected) => {
    expect(codeOf(query, promisesIss)).toBe(expected);
  });

  it('says nothing of its own when it comes from another issuer', () => {
    const verdict = judge(`error=x&error_description=call+555&${own}&iss=https://evil.example`);
    expect(JSON.stringify(verdict)).not.toMatch(/555|evil/);
  });

  it('does not give its state away in what it says', () => {
    const verdict = judge(`error=invalid_request&error_description=bad+${state}&${own}`);
    expect(verdict.kind).toBe('refused');
    expect(JSON.stringify(verdict)).not.toContain(state.slice(0, 16));
  });
});

describe('an address that was pasted', () => {
  const redirectUri = 'http://127.0.0.1:4000/callback';
  it.each([
    'http://127.0.0.1:4000/callback?code=c',
    '  http://127.0.0.1:4000/callback?code=c\n',
    'http://127.0.0.1:4000/callback?code=c#',
  ])('is taken: %j', (address) => {
    expect(pastedQuery(address, redirectUri).get('code')).toBe('c');
  });

  it.each([
    '',
    'code=c',
    'c',
    'http://127.0.0.1:4001/callback?code=c',
    'http://localhost:4000/callback?code=c',
    'https://127.0.0.1:4000/callback?code=c',
    'http://127.0.0.1:4000/other?code=c',
    'https://as.example/authorize?client_id=x',
    `http://127.0.0.1:4000/callback?code=${'c'.repeat(70_000)}`,
  ])('is refused: %j', (address) => {
    expect(() => pastedQuery(address, redirectUri)).toThrow('does not answer this sign-in');
  });
});

describe('a pending answer', () => {
  const redirectUri = 'http://127.0.0.1:4000/callback';
  const server = { issuer, tokenEndpoint: '', promisesIss: false, takesMetadataDocuments: false };
  const pending = () => new PendingAnswer({ state, server, redirectUri });
  const foreign = new URLSearchParams('code=c&state=b');

  it('takes one code and nothing after it', async () => {
    const answer = pending();
    expect(answer.take(new URLSearchParams(`code=c&${own}`))).toBe('done');
    expect(answer.take(new URLSearchParams(`code=d&${own}`))).toBe('foreign');
    expect(await answer.code).toBe('c');
  });

  it('waits on after an answer that is not its own', async () => {
    const answer = pending();
    expect(answer.take(foreign)).toBe('foreign');
    expect(() => answer.paste(`${redirectUri}?code=c&state=b`)).toThrow('does not answer');
    answer.paste(`${redirectUri}?code=c&${own}`);
    expect(await answer.code).toBe('c');
  });

  it('ends after twenty of those', async () => {
    const answer = pending();
    for (let count = 0; count < 20; count += 1) answer.take(foreign);
    expect(answer.take(new URLSearchParams(`code=c&${own}`))).toBe('foreign');
    await expect(answer.code).rejects.toThrow('20 answers');
  });

  it('tells a refusal of the person from a failure', async () => {
    const answers = [pending(), pending()];
    expect(answers[0]?.take(new URLSearchParams(`error=access_denied&${own}`))).toBe('denied');
    expect(answers[1]?.take(new URLSearchParams(`error=server_error&${own}`))).toBe('failed');
    await expect(answers[0]?.code).rejects.toThrow('did not allow');
    await expect(answers[1]?.code).rejects.toThrow('server_error');
  });
});

import { describe, expect, it } from 'vitest';
import { urlParts } from '../../src/renderer/src/questions/urlParts.ts';

describe('urlParts', () => {
  it.each([
    ['https://example.org/a?b=c#d', 'https://', 'example.org', '/a?b=c#d', true],
    ['http://localhost:8080/', 'http://', 'localhost:8080', '/', false],
    ['https://bank.example@evil.example/', 'https://bank.example@', 'evil.example', '/', true],
    ['https://a:b@evil.example/', 'https://a:b@', 'evil.example', '/', true],
    ['https://evil.example/bank.example', 'https://', 'evil.example', '/bank.example', true],
    ['https://[::1]:9/x', 'https://', '[::1]:9', '/x', true],
    ['https://bücher.example/', 'https://', 'xn--bcher-kva.example', '/', true],
  ])('cuts %s around its host', (url, before, host, after, isEncrypted) => {
    expect(urlParts(url)).toEqual({ before, host, after, isEncrypted });
  });
});

import { describe, expect, it } from 'vitest';
import { Challenges } from '../../src/main/auth/challenges.ts';
import { madeServer } from '../fakes/madeGrant.ts';

const server = madeServer();
const resourceMetadataUrl = 'https://mcp.example/metadata';
const wanted = {
  error: 'insufficient_scope',
  scope: 'write',
  resourceMetadataUrl,
  wantsProof: true,
};

describe('Challenges', () => {
  it('are open until they are answered; where to look holds on', () => {
    const challenges = new Challenges();
    expect(challenges.of(server)).toEqual({});
    expect(challenges.isOpen(server)).toBe(false);
    challenges.hear(server, wanted);
    expect(challenges.of(server)).toBe(wanted);
    expect(challenges.isOpen(server)).toBe(true);
    challenges.answered(server);
    expect(challenges.of(server)).toEqual({ resourceMetadataUrl, wantsProof: true });
    expect(challenges.isOpen(server)).toBe(false);
    challenges.forget(server);
    expect(challenges.of(server)).toEqual({});
  });

  it('are of one address: another one of the same name has asked for nothing', () => {
    const challenges = new Challenges();
    challenges.hear(server, wanted);
    const moved = madeServer({ url: 'https://elsewhere.example/mcp' });
    expect(challenges.of(moved)).toEqual({});
    expect(challenges.isOpen(moved)).toBe(false);
    challenges.answered(moved);
    expect(challenges.of(server)).toBe(wanted);
  });
});

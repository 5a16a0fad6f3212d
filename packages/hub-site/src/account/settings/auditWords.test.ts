import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '../../../../server/src/domain/accounts/audit';
import { auditTarget, auditWords } from './auditWords';

describe('the audit log in words', () => {
  it('has words for every action', () => {
    expect(AUDIT_ACTIONS.filter((action) => auditWords(action) === action)).toEqual([]);
    expect(new Set(AUDIT_ACTIONS.map(auditWords)).size).toBe(AUDIT_ACTIONS.length);
    expect(auditWords('new.action')).toBe('new.action');
  });

  it('leads to what is still there', () => {
    expect(auditTarget('widget.update', 'widget', 'widget_1')).toBe('/integrations/widget/widget_1');
    expect(auditTarget('widget.delete', 'widget', 'widget_1')).toBeUndefined();
    expect(auditTarget('passkey.add', 'passkey', 'passkey_1')).toBeUndefined();
  });
});

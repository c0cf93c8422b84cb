def checks(r):
    return []


def render(r, c, u):
    return ""

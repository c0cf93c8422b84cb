# Packages of Debian or Ubuntu, named after the comma: installed by root, asked for otherwise.
# Included by the Makefile.

define debian_packages
	@lacking=""; for package in $(1); do \
	  dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' \
	    || lacking="$$lacking $$package"; \
	done; \
	if [ -n "$$lacking" ]; then \
	  if [ "$$(id -u)" = 0 ]; then \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	      apt-get install -y -qq --no-install-recommends $$lacking; \
	  else \
	    echo "This needs packages of the system. Run:"; \
	    echo "  sudo apt-get install --no-install-recommends$$lacking"; exit 2; \
	  fi; \
	fi
endef
